import { stripVTControlCharacters } from "node:util";
import type { FactReader } from "@/runner/apps/adapter";

const FINGERPRINT = /SHA256:[\w+/]{43}/;
const HOST = /Host key for (\S+) has changed/;

/** Recognizes ssh's complaint about a changed host key, on one line or several, depending on Ansible's output format. */
export function changedHostKey(): FactReader {
  let fingerprint = "";
  return {
    trigger: "HOST IDENTIFICATION HAS CHANGED",
    read(line) {
      const text = stripVTControlCharacters(line);
      fingerprint = FINGERPRINT.exec(text)?.[0] ?? fingerprint;
      const host = HOST.exec(text)?.[1];
      return host === undefined ? null : { changed_host: { host, fingerprint } };
    },
  };
}
