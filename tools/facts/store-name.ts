import path from "node:path";
import { ImprintError } from "../../errors/error.ts";
import { printable } from "../../errors/printable.ts";

const pattern = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/;

/** Where the store of a name lies below the folder of all stores. @throws invalid_facts_store_name */
export function storePath(folder: string, name: string): string {
  if (!pattern.test(name)) {
    throw new ImprintError("invalid_facts_store_name", `not a name of a facts store: ${printable(name, 80)}`);
  }
  return path.join(folder, `${name}.sqlite`);
}
