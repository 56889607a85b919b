import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { Database } from "@/db/client";
import { insertToken } from "@/lib/session/tokens";
import { type RealApi, realApi } from "../../support/real-api";
import { type World, world } from "../../support/world";
import { signalbox } from "../cli-process";

/** A project in the report of an import. */
export type Imported = {
  name: string;
  outcome: string;
  id: number;
  problem: string | null;
  counts: Record<string, number>;
  empty_keys: string[];
  empty_secrets: string[];
  changed: string[];
  left_out: string[];
  fill_in: string[];
  scripts: string[];
};
type Report = { dry_run: boolean; projects: Imported[]; left_out: string[]; workflows: unknown[] };

export type ImportSite = {
  w: World;
  api: RealApi;
  folder: string;
  env: Record<string, string>;
  write(name: string, content: string): string;
  /** Runs `signalbox import`; `report` is null unless it succeeded or a project failed. */
  run(
    words: string[],
    input?: string,
  ): Promise<{ code: number | null; stdout: string; stderr: string; report: Report }>;
  /** A GET below /api of the server. */
  get<Body>(path: string): Promise<Body>;
};

const NOTHING: Report = { dry_run: false, projects: [], left_out: [], workflows: [] };

/** A real server on a database, and the command line of its administrator. */
export function importSite(db: Database): ImportSite {
  const site = {} as ImportSite;
  beforeAll(async () => {
    const w = await world(db);
    const api = await realApi();
    const folder = mkdtempSync(join(tmpdir(), "signalbox-import-"));
    const { id: token } = await insertToken(db, w.userIds.admin);
    const env = { SIGNALBOX_URL: api.url, SIGNALBOX_TOKEN: token, XDG_CONFIG_HOME: folder };
    Object.assign(site, {
      w,
      api,
      folder,
      env,
      write(name: string, content: string) {
        writeFileSync(join(folder, name), content);
        return join(folder, name);
      },
      async run(words: string[], input?: string) {
        const ended = await signalbox(["import", ...words], { env, input });
        return { ...ended, report: ended.stdout.startsWith("{") ? JSON.parse(ended.stdout) : NOTHING };
      },
      async get(path: string) {
        const headers = { authorization: `Bearer ${token}`, accept: "application/vnd.signalbox+json" };
        const response = await fetch(`${api.url}/api/${path}`, { headers });
        if (!response.ok) throw new Error(`${path}: ${response.status}`);
        return response.json();
      },
    } satisfies ImportSite);
  });
  afterAll(async () => {
    await site.api.stop();
    rmSync(site.folder, { recursive: true, force: true });
  });
  return site;
}

/** What a test reads of the resources that the API returns. */
export type Named = { id: number; name: string } & Record<string, unknown>;

export const byName = <Item extends { name: string }>(items: readonly Item[]): Map<string, Item> =>
  new Map(items.map((item) => [item.name, item]));
