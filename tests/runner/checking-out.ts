import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";
import type { JobRepository } from "@/lib/protocol/job";
import { type Checkout, checkOut } from "@/runner/git";
import { writeGitConfig } from "@/runner/git/command";
import { MirrorCache } from "@/runner/git/mirror";
import { newestMirror } from "@/runner/git/mirror-folders";
import { knownHostsText } from "@/runner/job/host-keys";
import { Stopper } from "@/runner/job/stop";
import { Keychain } from "@/runner/keys";
import type { Environment } from "@/runner/process/environment";
import { createWorkspace } from "@/runner/workspace";
import { serveHttp } from "../support/git-servers";
import { repository } from "../support/job";
import { git, makeRepository } from "../support/repositories";

/** Opens the repository that is served over HTTP. */
export const HTTP_KEY = { type: "login_password", login: "robot", password: "pass-w0rd" } as const;

/** In the log of a task whose mirror was damaged. */
export const REPLACED = "signalbox: the runner's copy of this repository is no longer usable, so it is cloned again\n";

/** `origin`: a repository with one commit; `dataDir`: of the runner that checks it out. */
type Place = { folder: string; dataDir: string; origin: string; mirrors: MirrorCache };
type Result = Checkout & { log: string; newHosts: string; file(name: string): string };
export type CheckoutOptions = {
  commitHash?: string;
  knownHosts?: string;
  stopper?: Stopper;
  silenceMs?: number;
  own?: Environment;
  localFolders?: string[];
};

/** Makes a repository and a runner's data folder for every test of the file. */
export function checkoutSite(files: Record<string, string> = { "run.sh": "echo one\n" }) {
  const site = {} as Place;
  beforeEach(() => {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-checkout-"));
    const dataDir = join(folder, "data");
    mkdirSync(dataDir);
    const origin = makeRepository(join(folder, "origin"), files);
    Object.assign(site, { folder, dataDir, origin, mirrors: new MirrorCache(dataDir) } satisfies Place);
  });
  afterEach(() => rmSync(site.folder, { recursive: true, force: true }));

  const url = () => `file://${site.origin}`;
  const mirror = (of = url()) => newestMirror(site.dataDir, of);
  return Object.assign(site, {
    url,
    fetch: (from: JobRepository | string = url(), options?: CheckoutOptions) => checkOutForTask(site, from, options),
    mirror,
    mirrorFolders: () => readdirSync(join(site.dataDir, "mirrors")),
    /** The file of an object in a mirror, whose packs it unpacks. */
    objectOf(name: string, of = mirror()): string {
      const folder = join(of, "objects/pack");
      const packs = readdirSync(folder).filter((file) => file.endsWith(".pack"));
      const contents = packs.map((file) => readFileSync(join(folder, file)));
      for (const file of readdirSync(folder)) rmSync(join(folder, file));
      for (const input of contents) execFileSync("git", ["unpack-objects", "-q"], { cwd: of, input });
      const hash = git(site.origin, "rev-parse", name);
      return join(of, "objects", hash.slice(0, 2), hash.slice(2));
    },
    /** `from`: the repository over HTTP. */
    async serve() {
      const server = await serveHttp(site.folder, HTTP_KEY.login, HTTP_KEY.password);
      return { ...server, from: repository(`${server.url}/origin/.git`, { key: HTTP_KEY }) };
    },
  });
}

let attempts = 0;

/** Checks out a repository as an attempt does. An error has the log with it. */
async function checkOutForTask(
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
