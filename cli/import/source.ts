import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { parseJson } from "@/lib/protocol/json-text";
import { parseUrl, withToken } from "../api/login-file";
import { CommandProblem, describeError } from "../problem";
import { askSecret } from "../terminal/prompt";
import { readText } from "../text-file";
import { readServer } from "./server";
import type { SourceProject, UnreadProject } from "./target";

/**
 * Yields projects from a backup file, from all backup files of a folder, or from a whole server. `again`: each as a new
 * project.
 */
export async function* readSource(from: string, again: boolean): AsyncGenerator<SourceProject | UnreadProject> {
  if (/^https?:\/\//.test(from)) {
    const url = parseUrl(from);
    const token = process.env.SIGNALBOX_IMPORT_TOKEN || (await askSecret(`API token of ${url}: `)).trim();
    if (token === "") throw new CommandProblem(`Set SIGNALBOX_IMPORT_TOKEN to an API token of ${url}`);
    yield* readServer(withToken(url, token));
  } else if (statSync(from).isDirectory()) yield* readFolder(from, again);
  else yield await readBackup(from);
}

async function* readFolder(folder: string, again: boolean): AsyncGenerator<SourceProject | UnreadProject> {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  if (names.length === 0) throw new CommandProblem(`${folder} contains no .json file`);
  const origins = new Map<string, string>();
  for (const origin of names.sort()) {
    const unread = (error: unknown) => ({ name: null, origin, problem: describeError(error) });
    const project = await readBackup(join(folder, origin)).catch(unread);
    const first = "source" in project && !again ? origins.get(project.source) : undefined;
    if (first !== undefined) yield { name: project.name, origin, problem: sameName(first) };
    else yield project;
    if ("source" in project && first === undefined) origins.set(project.source, origin);
  }
}

/** A second file would update the project that the first has just made. */
const sameName = (first: string): string =>
  `it has the same project name as ${first}: import one of them by its file, or with --again each as a project of its own`;

const Backup = z.looseObject({ meta: z.looseObject({ name: z.string() }) });

async function readBackup(path: string): Promise<SourceProject> {
  const json = parseJson(await readText(path));
  if (json === undefined) throw new CommandProblem(`${path} is not JSON`);
  const read = Backup.safeParse(json);
  if (!read.success) throw new CommandProblem(`${path} is not a backup file: meta.name is missing`);
  const { name } = read.data.meta;
  const origin = basename(path);
  const source = `backup: ${name}`;
  return { name: name.trim(), origin, source, file: read.data, members: [], history: null, left_out: [] };
}
