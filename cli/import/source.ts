import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { parseJson } from "@/lib/protocol/json-text";
import { parseUrl, withToken } from "../api/login-file";
import { CommandProblem } from "../problem";
import { askSecret } from "../terminal/prompt";
import { readServer } from "./server";
import type { SourceProject } from "./target";

/** Yields projects from a backup file, from all backup files of a folder, or from a whole server. */
export async function* readSource(from: string): AsyncGenerator<SourceProject> {
  if (/^https?:\/\//.test(from)) {
    const url = parseUrl(from);
    const token = process.env.SIGNALBOX_IMPORT_TOKEN || (await askSecret(`API token of ${url}: `)).trim();
    if (token === "") throw new CommandProblem(`Set SIGNALBOX_IMPORT_TOKEN to an API token of ${url}`);
    yield* readServer(withToken(url, token));
    return;
  }
  for (const path of filesOf(from)) yield readBackup(path);
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => name.endsWith(".json"));
  if (names.length === 0) throw new CommandProblem(`${path} contains no .json file`);
  return names.sort().map((name) => join(path, name));
}

const Backup = z.looseObject({ meta: z.looseObject({ name: z.string() }) });

function readBackup(path: string): SourceProject {
  const read = Backup.safeParse(parseJson(readFileSync(path, "utf8")));
  if (!read.success) throw new CommandProblem(`${path} is not a backup file: meta.name is missing`);
  const { name } = read.data.meta;
  const origin = basename(path);
  const source = `backup: ${name}`;
  return { name: name.trim(), origin, source, file: read.data, members: [], history: null, left_out: [] };
}
