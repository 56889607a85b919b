import manifest from "@/package.json";

/** The product's version; clients use the part before the first dash. */
export const VERSION: string = manifest.version;
