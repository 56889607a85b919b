import type { RunnerProbe } from "@/lib/protocol/probe";
import { secretsOfKey } from "@/lib/redact/secrets";

/** Matches inventory values whose name says that they are secret. */
const NAMED =
  /\w*(?:pass|password|passphrase|secret|token|private_key)["']?\s*[=:]\s*(?:"([^"\n]+)"|'([^'\n]+)'|(\S+))/gi;

/** Values to mask in the result. */
export function secretsOfProbe(probe: RunnerProbe): string[] {
  switch (probe.kind) {
    case "repository":
    case "files":
      return secretsOfKey(probe.repository.key);
    case "key":
      return secretsOfKey(probe.key);
    case "vault":
      return [...secretsOfKey(probe.repository.key), ...probe.vaults.map(({ password }) => password)].filter(Boolean);
    case "inventory": {
      const { content, repository } = probe.inventory;
      const named = [...content.matchAll(NAMED)].map(([, double, single, plain]) => double ?? single ?? plain ?? "");
      return [...(repository ? secretsOfKey(repository.key) : []), ...named];
    }
  }
}
