import { execa } from "execa";
import type { KeySecret } from "@/lib/protocol/job";
import type { ProbeFacts } from "@/lib/protocol/probe";
import { TaskProblem } from "@/runner/job/problem";
import type { ProbeSetup } from "@/runner/probe/setup";

const LIST_MS = 5_000;
/** `256 SHA256:… comment (ED25519)` */
const LISTED = /^(\d+) (SHA256:\S+) .*\((\S+)\)$/m;

/** Loads the key as a task does. */
export async function probeKey(key: KeySecret, { scratch, keys }: ProbeSetup): Promise<ProbeFacts> {
  if (key.type !== "ssh") throw new TaskProblem("key_invalid", "the key holds no ssh key", { code: "key_missing" });
  try {
    const socket = await keys.startAgent(key);
    const { stdout = "" } = await execa("ssh-add", ["-l", "-E", "sha256"], {
      env: { ...scratch.environment, SSH_AUTH_SOCK: socket },
      extendEnv: false,
      stdin: "ignore",
      reject: false,
      timeout: LIST_MS,
    });
    const [, bits, fingerprint, type] = LISTED.exec(stdout) ?? [];
    return fingerprint ? { key_type: `${type} ${bits}`, fingerprint } : {};
  } finally {
    await keys.closeAgents();
  }
}
