import { drizzle } from "drizzle-orm/postgres-js";
import { z } from "zod";
import type { Database, Db } from "@/db/client";
import { openDriver } from "@/db/driver";

type PlanNode = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  Plans?: PlanNode[];
};

const PlanNode: z.ZodType<PlanNode> = z.lazy(() =>
  z.object({
    "Node Type": z.string(),
    "Relation Name": z.string().optional(),
    "Index Name": z.string().optional(),
    "Actual Rows": z.number(),
    "Actual Loops": z.number(),
    "Rows Removed by Filter": z.number().optional(),
    "Shared Hit Blocks": z.number(),
    "Shared Read Blocks": z.number(),
    Plans: z.array(PlanNode).optional(),
  }),
);
const Explained = z.object({ "Query Text": z.string(), Plan: PlanNode });

/** A statement as Postgres ran it. */
export type Ran = {
  text: string;
  milliseconds: number;
  /** Pages read, from memory or disk. */
  pages: number;
  scans: { relation: string; how: string; rows: number; discarded: number }[];
  plan: PlanNode;
};

/** auto_explain, part of Postgres's contrib, sends the plan of each statement as it really ran as a notice. */
const EXPLAIN = {
  session_preload_libraries: "auto_explain",
  "auto_explain.log_min_duration": "0",
  "auto_explain.log_analyze": "on",
  "auto_explain.log_buffers": "on",
  // Reading the clock for each row would be measured too.
  "auto_explain.log_timing": "off",
  "auto_explain.log_format": "json",
  "auto_explain.log_level": "notice",
};

export type Explaining = { db: Database; ranBy: (run: () => Promise<unknown>) => Promise<Ran[]> };

/** A database that tells how Postgres ran each statement; only for a superuser. One run at a time. `settings` are Postgres's. */
export function openExplaining(url: string, settings: Record<string, string> = {}): Explaining {
  let ran: Ran[] = [];
  const { client, end } = openDriver(url, {
    max: 1,
    connection: { TimeZone: "UTC", ...EXPLAIN, ...settings },
    onnotice: ({ message = "" }) => {
      const read = readNotice(message);
      if (read) ran.push(read);
    },
  });
  const db: Db = drizzle(client);
  return {
    db: Object.assign(db, { close: end }),
    async ranBy(run) {
      ran = [];
      await run();
      return ran;
    },
  };
}

function readNotice(message: string): Ran | null {
  const [, milliseconds, json] = /^duration: ([\d.]+) ms\s+plan:\n(.*)$/s.exec(message) ?? [];
  if (!milliseconds || !json) return null;
  const { "Query Text": text, Plan: plan } = Explained.parse(JSON.parse(json));
  const pages = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
  return { text, milliseconds: Number(milliseconds), pages, scans: scansOf(plan), plan };
}

/** A bitmap's are in the nodes below it. */
const indexesOf = (node: PlanNode): string[] => [
  ...(node["Index Name"] ? [node["Index Name"]] : []),
  ...(node["Node Type"].startsWith("Bitmap") ? (node.Plans ?? []).flatMap(indexesOf) : []),
];

function scansOf(node: PlanNode): Ran["scans"] {
  const below = (node.Plans ?? []).flatMap(scansOf);
  const relation = node["Relation Name"];
  if (!relation || node["Node Type"] === "ModifyTable") return below;
  const loops = node["Actual Loops"];
  const how = [node["Node Type"], ...indexesOf(node)].join(" ");
  const discarded = (node["Rows Removed by Filter"] ?? 0) * loops;
  return [{ relation, how, rows: node["Actual Rows"] * loops, discarded }, ...below];
}
