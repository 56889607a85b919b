import { execa } from "execa";
import { appFamily } from "@/lib/protocol/app";
import type { Job } from "@/lib/protocol/job";
import { type HostKeyLine, knownHostsLine, parseKnownHosts } from "@/lib/protocol/known-hosts";
import { MAX_KNOWN_HOSTS_LENGTH } from "@/lib/protocol/runner";
import type { Environment } from "@/runner/process/environment";

const ANSWER_SECONDS = 2;
/** The end of a task waits for this; slower hosts are learned by the next task. */
const SCAN_MS = 3_000;
/** More ports than any real inventory uses. */
const MAX_PORTS = 20;

/** Where an attempt's host keys come from: `early` ones existed before any program of the task could write the file. */
type CollectedKeys = { early: HostKeyLine[]; late: HostKeyLine[] };

/**
 * Returns the host keys that may be pinned: those that git used for repositories and submodules before the task's own
 * programs started, and others only if the host itself presents the same key to us. A task can write anything into
 * known_hosts.
 */
export async function verifyHostKeys(
  { app }: Pick<Job, "app">,
  { early, late }: CollectedKeys,
  environment: Environment,
): Promise<Verdict> {
  // Only Ansible is given the file; what a script writes into it is not trusted.
  const others = appFamily(app) === "ansible" ? late : [];
  const shown = others.length === 0 ? new Set<string>() : await keysShownBy(others, environment);
  const confirmed = others.filter((line) => shown.has(knownHostsLine(line)));
  return { trusted: [...early, ...confirmed], unverified: others.filter((line) => !confirmed.includes(line)) };
}

type Verdict = { trusted: HostKeyLine[]; unverified: HostKeyLine[] };

/** As known_hosts lines; scans all hosts in parallel within one time limit. */
async function keysShownBy(lines: HostKeyLine[], environment: Environment): Promise<Set<string>> {
  const ports = [...new Set(lines.map(({ host }) => splitHost(host).port))].slice(0, MAX_PORTS);
  const scans = ports.map((port) => {
    const names = lines.map(({ host }) => splitHost(host)).filter((host) => host.port === port);
    return execa("ssh-keyscan", ["-T", String(ANSWER_SECONDS), "-p", port, "-t", "ed25519,ecdsa,rsa", "-f", "-"], {
      env: environment,
      extendEnv: false,
      input: [...new Set(names.map(({ name }) => `${name}\n`))].join(""),
      timeout: SCAN_MS,
      reject: false,
      detached: true,
    });
  });
  const results = await Promise.all(scans);
  return new Set(results.flatMap(({ stdout }) => parseKnownHosts(stdout ?? "").map(knownHostsLine)));
}

function splitHost(host: string): { name: string; port: string } {
  const [, name = host, port = "22"] = /^\[(.*)\]:(\d+)$/.exec(host) ?? [];
  return { name, port };
}

/** As many lines as fit one message; the next task reports the others. */
export function knownHostsText(lines: HostKeyLine[]): string {
  let text = "";
  for (const line of lines.map(knownHostsLine)) {
    if (text.length + line.length < MAX_KNOWN_HOSTS_LENGTH) text += text === "" ? line : `\n${line}`;
  }
  return text;
}
