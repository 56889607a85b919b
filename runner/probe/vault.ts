import { mkdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import type { ProbeFacts, ProbeOf } from "@/lib/protocol/probe";
import { TaskProblem } from "@/runner/job/problem";
import { readSmallFile } from "@/runner/job/small-file";
import { openRepository, runAnsible, siblingProgram, wrapped } from "@/runner/probe/ansible";
import { filesBelow } from "@/runner/probe/files";
import { ProbeImpossible, type ProbeSetup } from "@/runner/probe/setup";

const HEADER = "$ANSIBLE_VAULT;";
/** A single encrypted value in a YAML file. */
const INLINE = /!vault\s*\|[^\n]*\n((?:[ \t]+[^\n]*\n?)+)/g;
/** Enough to find encrypted files and still finish within seconds. */
const MOST_FILES = 5_000;
const MOST_SECRETS = 20;
const MAX_BYTES = 1024 * 1024;

type Encrypted = { path: string; name: string };

/** Lets Ansible decrypt the repository's encrypted files with all passwords, as a task does. */
export async function probeVault(probe: ProbeOf<"vault">, setup: ProbeSetup): Promise<ProbeFacts> {
  const checkout = await openRepository(probe.repository, setup);
  const folder = setup.scratch.secrets;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const encrypted = await findEncrypted(checkout, folder);
  if (encrypted.length === 0) throw new ProbeImpossible("nothing_encrypted");
  const options: string[] = [];
  for (const [index, { name, password }] of probe.vaults.entries()) {
    const path = join(folder, `password-${index}`);
    await writeFile(path, password, { mode: 0o600 });
    options.push(`--vault-id=${name || "default"}@${path}`);
  }
  const command = siblingProgram(probe.app_path, "ansible-vault");
  const paths = encrypted.map(({ path }) => path);
  const { code, error } = await runAnsible(setup, command, ["view", ...options, "--", ...paths], folder);
  if (code === 0) return { files: encrypted.length };
  // The decrypted text is on stdout and is never reported.
  const closed = encrypted.find(({ path }) => wrapped(path).test(error));
  const finding = closed ? ({ code: "vault_closed", subject: closed.name } as const) : null;
  throw new TaskProblem(
    closed ? "key_invalid" : "exit_code",
    closed ? `no password opens ${closed.name}` : error,
    finding,
  );
}

async function findEncrypted(checkout: string, folder: string): Promise<Encrypted[]> {
  const found: Encrypted[] = [];
  let seen = 0;
  for await (const path of filesBelow(checkout)) {
    if (found.length >= MOST_SECRETS || seen++ >= MOST_FILES) break;
    const text = (await readSmallFile(path, MAX_BYTES)) ?? "";
    const name = relative(checkout, path);
    if (text.startsWith(HEADER)) found.push({ path, name });
    else if (/\.ya?ml$/.test(name)) found.push(...(await extract(text, name, join(folder, `value-${found.length}`))));
  }
  return found.slice(0, MOST_SECRETS);
}

/** ansible-vault only reads files. */
async function extract(text: string, name: string, at: string): Promise<Encrypted[]> {
  const values = [...text.matchAll(INLINE)]
    .map(([, block = ""]) => block.replace(/[ \t]+/g, ""))
    .slice(0, MOST_SECRETS);
  const made: Encrypted[] = [];
  for (const [index, value] of values.entries()) {
    const path = `${at}-${index}`;
    await writeFile(path, value, { mode: 0o600 });
    made.push({ path, name });
  }
  return made;
}
