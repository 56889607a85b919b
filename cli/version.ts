import { VERSION } from "@/lib/settings/version";

/** `signalbox version` */
export async function version(): Promise<number> {
  process.stdout.write(`signalbox ${VERSION}\n`);
  return 0;
}
