import { productVersion } from "./programs";

/** `signalbox version` */
export async function version(): Promise<number> {
  process.stdout.write(`signalbox ${productVersion()}\n`);
  return 0;
}
