/** JSON form of the record of a native backend that was built here; it is read back before the backend is loaded. */
export interface NativeBuildDocument {
  schema_version: "edge.tfjs.native_build.v1";
  platform: string;
  arch: string;
  npm_packages: { name: string; version: string; integrity: string }[];
  wheel: { package: string; version: string; sha256: `sha256:${string}` };
  /** First line of what the compiler says of itself. */
  compiler: string;
  tensorflow_version: string;
  /** The native files: the binding and the libraries that it is linked to. */
  files: { path: string; size_bytes: number; sha256: `sha256:${string}` }[];
}
