/** Code of an error of the system or of a library: "ENOENT"; "" without one. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
