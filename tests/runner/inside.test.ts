import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Job } from "@/lib/protocol/job";
import { isInside } from "@/runner/inside";
import { checkPaths } from "@/runner/job/paths";
import { inventory, job, repository } from "../support/job";

let folder: string;
let checkout: string;
let other: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-inside-"));
  for (const name of ["real/sub/deep", "real/hosts/group_vars", "real/plan/modules", "other", "away"])
    mkdirSync(join(folder, name), { recursive: true });
  symlinkSync(join(folder, "real"), join(folder, "checkout"));
  checkout = join(folder, "checkout");
  other = join(folder, "other");
  for (const file of ["real/site.yml", "real/sub/file", "other/hosts", "away/secret"]) write(file);
  link("real/inner", "sub/file");
  link("real/passwd", "/etc/passwd");
  link("real/away", "../away");
  link("real/up", "..");
  link("real/chain", "passwd");
  link("real/dangling", "/nowhere/at/all");
  link("real/later", "sub/not-yet");
  link("real/wanders", "../away/not-yet");
  link("real/loop", "loop");
  link("real/here", ".");
  link("real/hosts/group_vars/all", "/etc/passwd");
  link("real/plan/main.tf", "/etc/passwd");
  link("real/sub/again", "../site.yml");
  link("other/outside", "../away/secret");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string) => writeFileSync(join(folder, name), "x");
const link = (name: string, target: string) => symlinkSync(target, join(folder, name));

test.each([
  "",
  ".",
  "site.yml",
  "sub/../site.yml",
  "inner",
  "sub/deep",
  "missing",
  "sub/missing",
  "..file",
  "later",
  "loop",
])("%j is inside", async (path) => {
  expect(await isInside(checkout, path)).toBe(true);
});

test.each([
  ...["..", "../away/secret", "/etc/passwd", "/nowhere", "passwd", "chain", "away/secret", "up/away/secret", "up"],
  ...["away/../other/hosts", "sub/../../away/secret", "../missing", "missing/../passwd"],
  ...["here/../later", "here/../later/file", "away/later"],
  ...["dangling", "dangling/file", "wanders"],
])("%j is outside", async (path) => {
  expect(await isInside(checkout, path)).toBe(false);
});

test("a prefix of the folder's path doesn't make it another one", async () => {
  expect(await isInside(checkout, join(folder, "real/site.yml"))).toBe(true);
  expect(await isInside(checkout, join(folder, "realm"))).toBe(false);
});

describe("a job", () => {
  const ansible = { app: "ansible", playbook: "site.yml" };
  const check = (changes: Partial<Job>, requirements: string[] = []) =>
    checkPaths(job(changes), { repository: checkout, inventoryRepository: other, requirements });
  const file = (content: string, changes = {}) => inventory({ type: "file", content, ...changes });

  test.each<[string, Partial<Job>]>([
    ["a playbook", ansible],
    ["a script through a link inside", { playbook: "inner" }],
    ["no script", { playbook: "" }],
    ["a folder with a leading slash", { app: "terraform", playbook: "/sub" }],
    ["an inventory", { ...ansible, inventory: file("sub/file") }],
    ["an inventory of another repository", { ...ansible, inventory: file("hosts", { repository: repository("/o") }) }],
    ["an inventory's text", { ...ansible, inventory: inventory({ content: "../away/secret" }) }],
    ["limits", { ...ansible, limit: "web,@inner,@missing" }],
    ["an at sign without meaning", { limit: "@/etc/passwd" }],
  ])("with %s is accepted", async (_, changes) => {
    await check(changes);
  });

  test.each<[string, Partial<Job>]>([
    ["a playbook through a link", { ...ansible, playbook: "passwd" }],
    ["a playbook outside", { ...ansible, playbook: "/etc/passwd" }],
    ["a script through a link", { playbook: "chain" }],
    ["a script in a linked folder", { app: "python", playbook: "away/secret" }],
    ["a folder above", { app: "terraform", playbook: "a/../../b" }],
    ["a folder above the root", { app: "tofu", playbook: "/../x" }],
    ["a linked folder", { app: "pulumi", playbook: "away" }],
    ["an inventory through a link", { ...ansible, inventory: file("passwd") }],
    [
      "another repository's through a link",
      { ...ansible, inventory: file("outside", { repository: repository("/o") }) },
    ],
    ["an inventory folder that contains such a link", { ...ansible, inventory: file("hosts") }],
    ["a plan that contains such a link", { app: "terraform", playbook: "plan" }],
    ["a limit behind a blank", { ...ansible, limit: "web @/etc/passwd" }],
    ["a limit with a file outside", { ...ansible, limit: "@/etc/passwd" }],
    ["a limit through a link", { ...ansible, limit: "web,@passwd" }],
    ["a limit above", { ...ansible, limit: "@../away/secret" }],
    ["a limit behind a colon", { ...ansible, limit: "web:@/etc/passwd" }],
  ])("with %s is rejected", async (_, changes) => {
    await expect(check(changes)).rejects.toThrow("outside of the repository");
  });

  test("with a folder whose links cannot be read is rejected", async () => {
    const problem = { reason: "repository_invalid", message: /^the symbolic links .*ELOOP.*\): make .* readable/ };
    await expect(check({ app: "terraform", playbook: "loop" })).rejects.toMatchObject(problem);
  });

  test("whose requirements or settings are links is rejected", async () => {
    await expect(check(ansible, [join(checkout, "passwd")])).rejects.toThrow("outside of the repository");
    link("real/ansible.cfg", "/etc/passwd");
    await expect(check(ansible)).rejects.toThrow("ansible.cfg lies outside of the repository");
  });
});
