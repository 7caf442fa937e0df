import type { Sha256 } from "../../../imprint/hash.ts";

/** A package of the npm registry, held to its bytes. */
export interface NpmPart {
  readonly name: string;
  readonly version: string;
  /** Subresource integrity of the tarball, as the registry and lock files state it. */
  readonly integrity: string;
}

/** tfjs-node: the binding's C++ sources and the kernels in JavaScript. None of its install scripts is run. */
export const tfjsNode: NpmPart = {
  name: "@tensorflow/tfjs-node",
  version: "4.22.0",
  integrity:
    "sha512-uHrXeUlfgkMxTZqHkESSV7zSdKdV0LlsBeblqkuKU9nnfxB1pC6DtoyYVaLxznzZy7WQSegjcohxxCjAf6Dc7w==",
};

/** What the kernels in JavaScript load beside tfjs itself. */
export const protobuf: NpmPart = {
  name: "google-protobuf",
  version: "3.21.4",
  integrity:
    "sha512-MnG7N936zcKTco4Jd2PX2U96Kf9PxygAPKBug+74LHzmHXmceN16MmRcdgZv+DGef/S9YvQAfRsNCn4cjf9yyQ==",
};

/** Headers of Node's stable binary interface, the same for every Node version. */
export const nodeHeaders: NpmPart = {
  name: "node-api-headers",
  version: "1.9.0",
  integrity:
    "sha512-2oNILP4jXwRB4ywnYKjVk1YyJ96n2D4EOVJO6S3oYZ5PtbJrw3Yt9TpAuX3nBLMuzn74rnfGQrv13pS9vC+YiA==",
};

/** A wheel of the Python package index, held to its bytes. */
export interface WheelPart {
  readonly package: string;
  readonly version: string;
  readonly sha256: Sha256;
  /** Tags that name this very wheel, so that the user's own Python version does not matter. */
  readonly tags: { readonly platform: string; readonly python: string; readonly abi: string };
}

/** The wheel with the TensorFlow library, for each platform where the build was proven (`platform-arch`). */
const wheels: Readonly<Record<string, WheelPart>> = {
  "linux-x64": {
    package: "tensorflow-cpu",
    version: "2.21.0",
    sha256: "sha256:2b847d217b02ee7731ed91431daf3250daa0196c3c94614d23be27232e6e5b6c",
    tags: { platform: "manylinux_2_27_x86_64", python: "3.11", abi: "cp311" },
  },
};

/** The wheel for this machine, or undefined where there is none. */
export function wheelFor(platform: string, arch: string): WheelPart | undefined {
  return wheels[`${platform}-${arch}`];
}

/** The libraries of the wheel that the binding is linked to. */
export const libraries = ["libtensorflow_cc.so.2", "libtensorflow_framework.so.2"] as const;

/** The headers that the binding's two source files include, directly and through each other. */
export const headers = [
  "tensorflow/c/c_api.h",
  "tensorflow/c/c_api_macros.h",
  "tensorflow/c/eager/c_api.h",
  "tensorflow/c/tf_attrtype.h",
  "tensorflow/c/tf_buffer.h",
  "tensorflow/c/tf_datatype.h",
  "tensorflow/c/tf_status.h",
  "tensorflow/c/tf_tensor.h",
  "tensorflow/c/tf_tstring.h",
  "tensorflow/core/platform/ctstring.h",
  "tensorflow/core/platform/ctstring_internal.h",
  "tsl/platform/ctstring.h",
  "tsl/platform/ctstring_internal.h",
  "xla/tsl/c/tsl_status.h",
] as const;
