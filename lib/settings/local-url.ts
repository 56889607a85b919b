import type { Settings } from "@/lib/settings/settings";

/** Where this machine reaches the web process, without a slash at the end. */
export function localUrl({ host, port }: Pick<Settings, "host" | "port">): string {
  const everywhere = host === undefined || host === "0.0.0.0" || host === "::";
  const reached = everywhere ? "127.0.0.1" : host;
  return `http://${reached.includes(":") ? `[${reached}]` : reached}:${port}`;
}
