import { z } from "zod";
import { parseJson } from "@/lib/protocol/json-text";
import { HostResult } from "@/lib/protocol/runner";
import type { Fact, ToolOutput } from "@/runner/apps/adapter";

/** In check mode the hosts with changes are those that drifted; whether outside, Ansible cannot tell. */
export function readHostDrift(text: string): Fact[] {
  const facts = readHostResults(text);
  const hosts = facts.flatMap((fact) => ("hosts" in fact ? fact.hosts : []));
  const items = hosts
    .filter(({ changed }) => changed > 0)
    .map(({ host }) => ({ address: host, type: "host", action: "update" as const, outside: false }));
  return facts.length === 0 ? [] : [...facts, { drift: { drifted: items.length > 0, items } }];
}

/** Returns no facts for invalid text: host results are optional and never fail a task. */
export function readHostResults(text: string): Fact[] {
  try {
    return [{ hosts: z.array(HostResult).parse(JSON.parse(text)) }];
  } catch {
    // Truncated by a full disk, or written by a playbook.
    return [];
  }
}

const Stats = z.array(z.object({ name: z.string(), value: z.unknown(), secret: z.boolean() }));

/** The global values of set_stats, as the callback plugin writes them. */
export const readStats = (text: string): ToolOutput[] => Stats.safeParse(parseJson(text)).data ?? [];
