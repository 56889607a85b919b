import { z } from "zod";
import type { Db } from "@/db/client";
import { type Rename, trimName } from "@/lib/backup/rules/names";
import { type BackupFile, MAX_BACKUP_BYTES, type SealedStates } from "@/lib/backup/schema";
import type { ReportLine } from "@/lib/backup/schema/report";
import { AppError, below, type ErrorKey, type Issue, invalid } from "@/lib/operation/errors";
import { parseJson } from "@/lib/protocol/json-text";
import { openWithPassphrase, PassphraseError, sealWithPassphrase } from "@/lib/secret/passphrase";
import { insertPortable, PortableState, readPortable, sizeOf, type Which } from "@/lib/state/portable";
import { stateKindOf } from "@/lib/state/rules/workspace";

/** The uncompressed size of all states in a file: one request unpacks them all. */
const MAX_UNPACKED_BYTES = 512 * 1024 * 1024;

/** A state with the names of the templates that use it. */
const BackupState = PortableState.extend({ templates: z.array(z.string()) });
export type BackupState = z.output<typeof BackupState>;
/** The plaintext of `sealed_states`. */
const BackupStates = z.object({ states: z.array(BackupState) });

export const statesTooLarge = (bytes: number) =>
  new AppError("too_large", { key: "backupStatesTooLarge", params: { megabytes: bytes / 1024 / 1024 } });

/** The states of the project. `templates` have the names that the file gives them, which may differ from their own. */
export async function readStates(
  db: Db,
  projectId: number,
  which: Which,
  templates: readonly { name: string; state_id?: unknown }[],
): Promise<BackupState[]> {
  const { stored, unpacked } = await sizeOf(db, projectId, which);
  if (stored > MAX_BACKUP_BYTES) throw statesTooLarge(MAX_BACKUP_BYTES);
  if (unpacked > MAX_UNPACKED_BYTES) throw statesTooLarge(MAX_UNPACKED_BYTES);
  return (await readPortable(db, projectId, which)).map(({ id, state }) => ({
    ...state,
    templates: templates.filter(({ state_id }) => state_id === id).map(({ name }) => name),
  }));
}

export const sealStates = (states: BackupState[], passphrase: string): Promise<SealedStates> =>
  sealWithPassphrase(Buffer.from(JSON.stringify({ states })), passphrase);

/**
 * Decrypts the states of a file; an empty list if it has none or they are not wanted. Fails if the passphrase is missing or
 * wrong, if the content is damaged, or if a state refers to a template that is not in the file.
 */
export async function openStates(file: BackupFile): Promise<BackupState[]> {
  const states = await readSealed(file, trimName);
  const issues = states.flatMap((state) => state.templates.flatMap((name) => problemOf(file, state, name)));
  if (issues.length > 0) throw new AppError("invalid", { issues });
  return states;
}

/** Decrypts like `openStates`, but a state loses its links to templates that can't use it, and each is reported. */
export async function openAdjustedStates(
  file: BackupFile,
  rename: Rename,
): Promise<{ states: BackupState[]; report: ReportLine[] }> {
  const report: ReportLine[] = [];
  const states = (await readSealed(file, rename)).map((state) => ({
    ...state,
    templates: state.templates.filter((name) => {
      const [issue] = problemOf(file, state, name);
      if (issue) report.push(unlinked(state, name, issue));
      return !issue;
    }),
  }));
  return { states, report };
}

const unlinked = (state: BackupState, template: string, { key, params = {} }: Issue): ReportLine => ({
  kind: "state",
  name: state.name,
  field: "templates",
  was: template,
  reason: key,
  reason_params: params,
  done: "left_out",
  done_params: {},
});

async function readSealed(file: BackupFile, rename: Rename): Promise<BackupState[]> {
  const { sealed_states: sealed, states_passphrase: passphrase, without_states: isUnwanted } = file;
  if (sealed === null || isUnwanted) return [];
  if (passphrase === "") throw invalid("states_passphrase", "statesPassphraseRequired");
  const { states } = await openContent(sealed, passphrase);
  return states.map((state) => ({ ...state, templates: state.templates.map((name) => rename("templates", name)) }));
}

async function openContent(sealed: SealedStates, passphrase: string): Promise<z.output<typeof BackupStates>> {
  const bytes = await openWithPassphrase(sealed, passphrase).catch((error: unknown) => {
    if (!(error instanceof PassphraseError)) throw error;
    if (error.why === "wrong") throw invalid("states_passphrase", "statesPassphraseWrong");
    throw damaged();
  });
  const { data } = BackupStates.safeParse(parseJson(bytes.toString("utf8")));
  if (!data) throw damaged();
  return data;
}

const damaged = () => invalid("sealed_states", "backupStatesDamaged");

function problemOf({ templates }: BackupFile, { kind }: BackupState, name: string): Issue[] {
  const template = templates.find((entry) => entry.name === name);
  const issue = (key: ErrorKey): Issue[] => [{ path: "sealed_states", key, params: { name, list: "templates" } }];
  if (!template) return issue("backupReferenceMissing");
  return stateKindOf(template.app) === kind ? [] : issue("stateOtherKind");
}

/** Stores the states in the new project and returns the number of versions. */
export async function insertStates(
  db: Db,
  projectId: number,
  states: BackupState[],
  templates: ReadonlyMap<string, number>,
): Promise<number> {
  let [versions, room] = [0, MAX_UNPACKED_BYTES];
  for (const { templates: names, ...state } of states) {
    const templateIds = names.flatMap((name) => templates.get(name) ?? []);
    const stored = await below("sealed_states", () =>
      insertPortable(db, projectId, state, { templateIds, maxBytes: room }),
    );
    versions += stored.versions;
    room -= stored.bytes;
  }
  return versions;
}
