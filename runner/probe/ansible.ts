import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { JobRepository } from "@/lib/protocol/job";
import { checkOut } from "@/runner/git";
import { GIT_SILENCE_MS } from "@/runner/git/command";
import type { ProbeSetup } from "@/runner/probe/setup";
import { startProcess } from "@/runner/process";
import { removeTree } from "@/runner/tree";

/** A program next to the ansible-playbook that an administrator configured. */
export const siblingProgram = (appPath: string | null, name: string): string =>
  appPath?.endsWith("/ansible-playbook") ? join(dirname(appPath), name) : name;

const LADDER = [{ signal: "SIGTERM", to: "group", waitMs: 2_000 }] as const;
const MAX_OUTPUT_BYTES = 32 * 1024 * 1024;
const MAX_ERROR_BYTES = 256 * 1024;

export type Result = { code: number | null; output: string; error: string; cut: boolean };

/** Runs one of Ansible's programs and captures its output; paths are shortened to what users know. */
export async function runAnsible(
  { scratch, keys, stopper }: ProbeSetup,
  command: string,
  args: string[],
  cwd: string,
): Promise<Result> {
  const output = new Limited(MAX_OUTPUT_BYTES);
  const error = new Limited(MAX_ERROR_BYTES);
  stopper.check();
  const process = await startProcess({
    command,
    args,
    cwd,
    sweep: { mark: scratch.mark, spared: keys.agentPids },
    env: { ...scratch.environment, PWD: cwd, ...SETTINGS },
    onOutput: (bytes) => output.add(bytes),
    onError: (bytes) => error.add(bytes),
  });
  const { code } = await stopper.watch(process, LADDER);
  return { code, output: output.text, error: readable(error.text), cut: output.cut };
}

const SETTINGS = {
  ANSIBLE_NOCOLOR: "1",
  ANSIBLE_DEPRECATION_WARNINGS: "0",
  // Otherwise an unreadable inventory counts as an empty one.
  ANSIBLE_INVENTORY_ANY_UNPARSED_IS_FAILED: "1",
};

/** Joins lines that Ansible wraps after 80 characters. */
const readable = (text: string): string =>
  stripVTControlCharacters(text)
    .trim()
    .replace(/\n(?!\[WARNING\]|ERROR!|\[ERROR\])/g, " ");

/** Matches a path in spite of Ansible's line wrapping. */
export const wrapped = (path: string): RegExp =>
  new RegExp([...path].map((char) => char.replace(/\W/, "\\$&")).join(" ?"), "g");

/** Checks out the files of a repository; the keys are removed before anything in it runs. */
export async function openRepository(repository: JobRepository, setup: ProbeSetup): Promise<string> {
  const { scratch, keys, context, stopper } = setup;
  const { directory } = await checkOut({
    repository,
    commitHash: null,
    directory: join(scratch.directory, "repository"),
    git: { env: scratch.environment, stopper, onError: () => undefined, silenceMs: GIT_SILENCE_MS },
    gitConfig: context.gitConfig,
    keys,
    mirrors: context.mirrors,
    localFolders: context.localFolders,
    say: () => undefined,
  });
  await removeTree(scratch.secrets);
  return directory;
}

/** Keeps the first bytes of a stream. */
class Limited {
  private readonly parts: Buffer[] = [];
  private bytes = 0;

  constructor(private readonly most: number) {}

  add(bytes: Buffer): void {
    if (this.bytes < this.most) this.parts.push(bytes);
    this.bytes += bytes.length;
  }

  get cut(): boolean {
    return this.bytes > this.most;
  }

  get text(): string {
    return Buffer.concat(this.parts).toString();
  }
}
