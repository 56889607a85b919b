import { readFileSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { gitEnvironment, writeGitConfig } from "@/runner/git/command";
import { parseSource } from "@/runner/git/source";
import { Stopper } from "@/runner/job/stop";
import { commit, commitOnBranch, git } from "../support/repositories";
import { findTool, requireTool } from "../support/tools";
import { until } from "../support/until";
import { checkoutSite, HTTP_KEY } from "./checking-out";

const site = checkoutSite();
const { url, fetch } = site;

let env: Record<string, string> = {};
const at = (name: string) => join(site.folder, "tools", name);

/** Every fetch is noted when it begins, and waits for `open`. */
beforeEach(async () => {
  await mkdir(at("."));
  writeFileSync(at("began"), "");
  const wait = `echo >> ${at("began")}; while [ ! -e ${at("open")} ]; do sleep 0.02; done`;
  const program = `#!/bin/sh\nif [ "$1" = fetch ]; then ${wait}; fi\nexec ${findTool("git")} "$@"\n`;
  writeFileSync(at("git"), program, { mode: 0o755 });
  const PATH = [at("."), process.env.PATH].join(delimiter);
  env = { PATH, HOME: site.folder, ...gitEnvironment(await writeGitConfig(site.dataDir)) };
});

const open = () => writeFileSync(at("open"), "");
const fetches = () => readFileSync(at("began"), "utf8").length;
const begun = (count: number) => until("a fetch has begun", () => fetches() === count, { everyMs: 10 });

type Changes = { branch?: string; access?: string; address?: string };

/** What an attempt gets that asks at once; `log`: what git says to it. */
function ask({ branch = "main", access = "key", address = url() }: Changes = {}) {
  const stopper = new Stopper();
  const asked = { stopper, log: "" };
  const onError = (bytes: Buffer) => {
    asked.log += bytes;
  };
  const wanted = { source: parseSource(address), access, branch, commit: null };
  const context = { env, stopper, onError, silenceMs: 60_000 };
  const subject = site.mirrors.use(
    context,
    wanted,
    () => undefined,
    async ({ mirror, commit }) => git(mirror, "log", "-1", "--format=%s", commit),
  );
  subject.catch(() => undefined);
  return Object.assign(asked, { subject });
}

describe("attempts that wait for a fetch", () => {
  test("share the next one of their branch: none gets one that began before", async () => {
    const first = ask();
    await begun(1);
    commit(site.origin, {}, "second");
    commitOnBranch(site.origin, "dev", {});
    const others = [...Array.from({ length: 6 }, () => ask()), ask({ branch: "dev" }), ask({ branch: "nope" })];
    open();
    await first.subject;
    const results = await Promise.allSettled(others.map(({ subject }) => subject));
    const subjects = results.map((result) => (result.status === "fulfilled" ? result.value : result.reason.message));
    expect(subjects).toEqual([
      ...Array.from({ length: 6 }, () => "second"),
      "dev",
      "the repository has no such branch",
    ]);
    expect(others.map(({ log }) => log !== "")).toEqual([...Array.from({ length: 7 }, () => false), true]);
    // A branch that does not exist is looked for among the tags, too.
    expect(fetches()).toBe(5);
  });

  test("share none with another key", async () => {
    const asked = [ask(), ask({ access: "another" }), ask(), ask({ access: "another" })];
    open();
    expect(await Promise.all(asked.map(({ subject }) => subject))).toEqual(["first", "first", "first", "first"]);
    expect(fetches()).toBe(2);
  });

  test("go on when the one that fetches for them is stopped, and leave at once when they are", async () => {
    const [first, second, third] = [ask(), ask(), ask()];
    await begun(1);
    third.stopper.request("stop");
    await expect(third.subject).rejects.toMatchObject({ name: "Stopped" });
    first.stopper.request("stop");
    await expect(first.subject).rejects.toMatchObject({ name: "Stopped" });
    open();
    expect(await second.subject).toBe("first");
    expect(fetches()).toBe(2);
  });

  test("all have in their logs why it failed", async () => {
    const asked = [ask({ address: `${url()}-gone` }), ask({ address: `${url()}-gone` })];
    open();
    for (const { subject } of asked)
      await expect(subject).rejects.toMatchObject({ message: "there is no git repository at this address" });
    for (const { log } of asked) expect(log).toContain("does not appear to be a git repository");
    expect(fetches()).toBe(1);
  });
});

requireTool("git-http-backend")(
  "a task whose key cannot read the repository gets nothing of another's fetch",
  async () => {
    const { from, asked, stop } = await site.serve();
    const wrong = { ...from, key: { ...HTTP_KEY, password: "wrong" } };
    const results = await Promise.allSettled([fetch(from), fetch(wrong), fetch(from), fetch(wrong)]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "rejected"]);
    expect(asked.some((request) => request.includes(Buffer.from("robot:wrong").toString("base64")))).toBe(true);
    await stop();
  },
);
