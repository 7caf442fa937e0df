import path from "node:path";
import envPaths from "env-paths";

/** Where everything lies below the folder of a build. */
export const buildRecordName = "build.json";
export const bindingFile = "lib/tfjs_binding.node";
export const kernelsFolder = "package/dist";

/** `EDGE_TFJS_NATIVE_DIR`, else `tfjs-native` in the platform's cache folder for this package. Creates nothing. */
export function nativeFolder(env: NodeJS.ProcessEnv): string {
  const inCache = path.join(envPaths("neural-imprint", { suffix: "" }).cache, "tfjs-native");
  return path.resolve(env.EDGE_TFJS_NATIVE_DIR || inCache);
}

/**
 * tfjs-node loads the union package `@tensorflow/tfjs`. In its place the build puts a module that gives whatever is
 * registered here, so that the kernels and the program share one tfjs-core.
 */
export const sharedCore = Symbol.for("neural-imprint.tfjs-core");
export const sharedCoreModule = 'module.exports = globalThis[Symbol.for("neural-imprint.tfjs-core")];\n';
/** The names under which the kernels ask for it. */
export const sharedCoreNames = ["@tensorflow/tfjs", "@tensorflow/tfjs-core"] as const;
