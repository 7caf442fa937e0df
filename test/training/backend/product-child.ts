/** `tsx product-child.ts WITHIN BETWEEN`: opens the native backend with these threads and prints what it computed. */
import { sha256 } from "../../../imprint/hash.ts";
import { openBackend } from "../../../training/backend/open.ts";
import { computed } from "./computed.ts";

const [withinOp, betweenOps] = process.argv.slice(2).map(Number) as [number, number];
const { backend } = await openBackend("node", { env: process.env, threads: { withinOp, betweenOps } });
const numbers = Float32Array.from(Object.values(computed(backend.tf)).flat());
const { TF_NUM_INTRAOP_THREADS: within, TF_NUM_INTEROP_THREADS: between } = process.env;
process.stdout.write(
  JSON.stringify({
    threads: backend.facts.threads,
    environment: [within, between],
    sha256: sha256(new Uint8Array(numbers.buffer)),
  }),
);
