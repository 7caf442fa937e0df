import path from "node:path";
import { messageOf } from "../../../errors/error.ts";
import { isNativeBuild } from "../../../schemas/index.ts";
import type { NativeBuildDocument } from "../../../schemas/native-build-documents.ts";
import { FileRefusal, ownershipFault, readRegularFile } from "../../../system/files.ts";
import { BackendAbsence } from "../backend.ts";
import { tfjsNode, wheelFor } from "./parts.ts";
import { buildRecordName } from "./place.ts";

const maxRecordBytes = 65_536;

/**
 * The record of the build in this folder, if it is one that this release would load.
 * @throws BackendAbsence
 */
export async function readBuildRecord(folder: string): Promise<NativeBuildDocument> {
  const record = await recordIn(folder);
  const wheel = wheelFor(process.platform, process.arch);
  const binding = record.npm_packages.find(({ name }) => name === tfjsNode.name);
  const isCurrent =
    record.platform === process.platform &&
    record.arch === process.arch &&
    binding?.integrity === tfjsNode.integrity &&
    record.wheel.sha256 === wheel?.sha256;
  if (isCurrent) return record;
  throw new BackendAbsence(`the build in ${folder} is for another release or machine: build it again`);
}

async function recordIn(folder: string): Promise<NativeBuildDocument> {
  const file = path.join(folder, buildRecordName);
  try {
    const inspect = (stats: Parameters<typeof ownershipFault>[0]) => {
      const fault = ownershipFault(stats);
      if (fault !== null) throw new BackendAbsence(`${file} is not only its owner's to change: ${fault}`);
    };
    const { bytes } = await readRegularFile(file, { maxBytes: maxRecordBytes, inspect });
    const record: unknown = JSON.parse(bytes.toString());
    if (isNativeBuild(record)) return record;
  } catch (error) {
    if (error instanceof BackendAbsence) throw error;
    if (error instanceof FileRefusal && error.reason === "not_found") {
      throw new BackendAbsence(`@tensorflow/tfjs-node is not installed, and nothing was built in ${folder}`);
    }
    throw new BackendAbsence(`${file} cannot be read: ${messageOf(error)}`);
  }
  throw new BackendAbsence(`${file} is not the record of a build`);
}
