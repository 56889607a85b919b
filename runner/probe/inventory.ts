import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import type { ProbeFacts, ProbeOf } from "@/lib/protocol/probe";
import { requireInside, requireLinksInside } from "@/runner/inside";
import { TaskProblem } from "@/runner/job/problem";
import { openRepository, type Result, runAnsible, siblingProgram, wrapped } from "@/runner/probe/ansible";
import { ProbeImpossible, type ProbeSetup } from "@/runner/probe/setup";

const Listing = z.looseObject({ _meta: z.object({ hostvars: z.record(z.string(), z.unknown()) }) });
const Group = z.object({ hosts: z.array(z.string()).default([]) });

/** Groups of every inventory. */
const BUILT_IN = new Set(["_meta", "all", "ungrouped"]);

/** Lets Ansible parse and list the inventory. */
export async function probeInventory(probe: ProbeOf<"inventory">, setup: ProbeSetup): Promise<ProbeFacts> {
  const { path, cwd } = await layOut(probe.inventory, setup);
  const command = siblingProgram(probe.app_path, "ansible-inventory");
  const result = await runAnsible(setup, command, ["-i", path, "--list"], cwd);
  if (result.code !== 0) {
    const output = problemText(result, probe.inventory, path);
    throw new TaskProblem("settings_invalid", output, { code: "inventory_invalid", output });
  }
  if (result.cut) {
    const problem = "the inventory is too large to be counted";
    throw new TaskProblem("settings_invalid", problem, { code: "inventory_too_large" });
  }
  return count(result.output);
}

type Inventory = ProbeOf<"inventory">["inventory"];

async function layOut(
  { type, content, repository }: Inventory,
  setup: ProbeSetup,
): Promise<{ path: string; cwd: string }> {
  if (type === "file") {
    if (!repository) throw new ProbeImpossible("own_repository");
    const checkout = await openRepository(repository, setup);
    for (const path of ["ansible.cfg", content]) await requireInside(checkout, path);
    await requireLinksInside(checkout, content, { deep: true });
    return { path: resolve(checkout, content), cwd: checkout };
  }
  // In a folder of its own, because Ansible looks for group_vars next to an inventory.
  const path = join(setup.scratch.secrets, "inventory", type === "static-yaml" ? "inventory.yml" : "inventory");
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, content, { mode: 0o600 });
  return { path, cwd: setup.scratch.directory };
}

/** Every plugin that fails prints an error; the relevant one belongs to the form's own type. */
function problemText({ error, code }: Result, { type, content }: Inventory, path: string): string {
  const lines = error.replace(wrapped(path), type === "file" ? content : "the inventory").split("\n");
  const plugin = type === "static" ? "ini" : "yaml";
  const own = lines.filter((line) => line.includes(`with ${plugin} plugin`));
  const shown = type === "file" || own.length === 0 ? lines : own;
  const text = shown.map((line) => line.replace(/^(\[WARNING\]|\[ERROR\]|ERROR!):?\s*(\*\s*)?/, "")).join("\n");
  return text.trim() || `ansible-inventory ended with exit code ${code}`;
}

function count(output: string): ProbeFacts {
  const listing = Listing.parse(JSON.parse(output));
  const hosts = new Set(Object.keys(listing._meta.hostvars));
  const groups = Object.entries(listing).filter(([name]) => name !== "_meta");
  for (const [, group] of groups) for (const host of Group.parse(group).hosts) hosts.add(host);
  return { hosts: hosts.size, groups: groups.filter(([name]) => !BUILT_IN.has(name)).length };
}
