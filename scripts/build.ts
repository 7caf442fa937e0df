import { chmod, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { $ } from "zx";
import packageJson from "../package.json" with { type: "json" };

/**
 * Builds `dist/`: what tsc emits for the shipped folders (JavaScript, declarations, imported JSON), with
 * executable bins. The Python tree and the samples ship as they are, beside `dist/`.
 */
const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");

await rm(path.join(root, "dist"), { recursive: true, force: true });
const compile = $({ cwd: root, stdio: "inherit", preferLocal: true, nothrow: true });
const { exitCode } = await compile`tsc --project tsconfig.build.json`;
if (exitCode !== 0) process.exit(exitCode ?? 1); // tsc has said why
for (const bin of Object.values(packageJson.bin)) await chmod(path.join(root, bin), 0o755);
