import { z } from "zod";
import { HostResult } from "@/lib/protocol/runner";
import type { Fact } from "@/runner/apps/adapter";

/** Path of the plugin's output file. */
export const RESULTS_VARIABLE = "SIGNALBOX_HOST_RESULTS";

/** An Ansible callback plugin that reports the result of every host, whatever the output format. */
export const CALLBACK_PLUGIN = `
import json
import os

from ansible.plugins.callback import CallbackBase

DOCUMENTATION = """
name: signalbox
type: aggregate
short_description: Writes the result of every host to a file
description: [Writes the result of every host to the file that an environment variable names.]
"""


class CallbackModule(CallbackBase):
    CALLBACK_VERSION = 2.0
    CALLBACK_TYPE = "aggregate"
    CALLBACK_NAME = "signalbox"

    def v2_playbook_on_stats(self, stats):
        path = os.environ.get("${RESULTS_VARIABLE}")
        if not path:
            return
        hosts = []
        for host in sorted(stats.processed):
            counts = stats.summarize(host)
            hosts.append({
                "host": str(host),
                "ok": counts["ok"],
                "changed": counts["changed"],
                "unreachable": counts["unreachable"],
                "failed": counts["failures"],
                "skipped": counts["skipped"],
            })
        with open(path + ".new", "w") as results:
            json.dump(hosts, results)
        os.replace(path + ".new", path)
`;

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
