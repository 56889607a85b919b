import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { JobRepository } from "@/lib/protocol/job";
import { type Checkout, checkOut } from "@/runner/git";
import { writeGitConfig } from "@/runner/git/command";
import type { MirrorCache } from "@/runner/git/mirror";
import { knownHostsText } from "@/runner/job/host-keys";
import { Stopper } from "@/runner/job/stop";
import { Keychain } from "@/runner/keys";
import type { Environment } from "@/runner/process/environment";
import { createWorkspace } from "@/runner/workspace";
import { repository } from "../support/job";

type Place = { dataDir: string; mirrors: MirrorCache };
type Result = Checkout & { log: string; newHosts: string; file(name: string): string };
export type CheckoutOptions = {
  commitHash?: string;
  knownHosts?: string;
  stopper?: Stopper;
  silenceMs?: number;
  own?: Environment;
  localFolders?: string[];
};

let attempts = 0;

/** Checks out a repository as an attempt does. An error has the log with it. */
export async function checkOutForTask(
  { dataDir, mirrors }: Place,
  from: JobRepository | string,
  {
    commitHash,
    knownHosts = "",
    stopper = new Stopper(),
    silenceMs = 60_000,
    own = {},
    localFolders,
  }: CheckoutOptions = {},
): Promise<Result> {
  const { workspace } = await createWorkspace(dataDir, { task_id: ++attempts, attempt: 1 });
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: workspace.home,
    TMPDIR: workspace.temp,
    SIGNALBOX_TASK_MARK: workspace.mark,
    ...own,
  };
  const keys = new Keychain(workspace, env, knownHosts);
  let log = "";
  const say = (text: string) => {
    log += `${text}\n`;
  };
  const checkout = await checkOut({
    repository: typeof from === "string" ? repository(from) : from,
    commitHash: commitHash ?? null,
    directory: workspace.checkout,
    git: { env, stopper, onError: (bytes) => say(bytes.toString()), silenceMs },
    gitConfig: await writeGitConfig(dataDir),
    localFolders: localFolders ?? null,
    keys,
    mirrors,
    say,
  }).catch((error: unknown) => {
    throw Object.assign(error as Error, { log });
  });
  const file = (name: string) => readFileSync(join(checkout.directory, name), "utf8");
  return { ...checkout, log, newHosts: knownHostsText(await keys.newKnownHosts()), file };
}
