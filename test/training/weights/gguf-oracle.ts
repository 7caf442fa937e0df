import { spawnSync } from "node:child_process";
import { peerPython } from "../../../scripts/peers.ts";

/** The interpreter that has the package `gguf`, or undefined. Says so once, as the other tests of peers do. */
export const oraclePython: string | undefined = peerPython();
if (oraclePython === undefined)
  console.warn("skipped: the Python peers are not installed (npx tsx scripts/peers.ts)");

/** One process for all of them: the package takes seconds to import. */
const dequantizeProgram = `
import sys, json, numpy, gguf
for name, length in json.loads(sys.argv[1]):
    data = numpy.frombuffer(sys.stdin.buffer.read(length), dtype=numpy.uint8)
    with numpy.errstate(all="ignore"):
        values = gguf.quants.dequantize(data, gguf.GGMLQuantizationType[name]).astype("<f4", copy=False)
    sys.stdout.buffer.write(values.tobytes())
`;

/** Stored bytes of one type. */
export interface StoredWeights {
  readonly type: { readonly name: string; readonly blockElements: number; readonly blockBytes: number };
  readonly stored: Uint8Array;
}

/** What the package makes of each: 32-bit floats, little-endian. */
export function oracleValues(asked: readonly StoredWeights[]): Buffer[] {
  const lengths = asked.map(({ type, stored }) => [type.name, stored.length]);
  const input = Buffer.concat(asked.map(({ stored }) => stored));
  const answer = run(dequantizeProgram, [JSON.stringify(lengths)], input);
  let end = 0;
  return asked.map(({ type, stored }) => {
    const start = end;
    end += (stored.length / type.blockBytes) * type.blockElements * 4;
    return answer.subarray(start, end);
  });
}

const tensorsProgram = `
import sys, json, hashlib, gguf
found = {}
for tensor in gguf.GGUFReader(sys.argv[1]).tensors:
    values = gguf.quants.dequantize(tensor.data, tensor.tensor_type).astype("<f4", copy=False)
    found[tensor.name] = [
        tensor.tensor_type.name, [int(n) for n in tensor.shape], hashlib.sha256(values.tobytes()).hexdigest()
    ]
print(json.dumps(found))
`;

/** Every tensor of a file: type, elements by dimension (fastest first), and the hash of its values' bytes. */
export function oracleTensors(file: string): Map<string, readonly [string, readonly number[], string]> {
  return new Map(Object.entries(JSON.parse(run(tensorsProgram, [file]).toString("utf8"))));
}

function run(program: string, args: readonly string[], input?: Uint8Array): Buffer {
  if (oraclePython === undefined) throw new Error("the Python peers are not installed");
  const { stdout, stderr, status } = spawnSync(oraclePython, ["-I", "-c", program, ...args], {
    ...(input === undefined ? {} : { input }),
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`the oracle failed: ${stderr.toString("utf8")}`);
  return stdout;
}
