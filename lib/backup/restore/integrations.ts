import type { Db } from "@/db/client";
import { integrationInput } from "@/lib/backup/restore/resolve";
import type { FindId } from "@/lib/backup/rules/kinds";
import type { BackupIntegration } from "@/lib/backup/schema";
import { insertAliases } from "@/lib/integration/aliases";
import { insertMatcher, insertValue } from "@/lib/integration/parts";
import { IntegrationInput, MatcherInput, ValueInput } from "@/lib/integration/schema";
import { insertIntegration } from "@/lib/integration/store";
import { parse } from "@/lib/operation/parse";

/** Stores an integration with its matchers, values and aliases. `dropped`: the aliases that are taken already. */
export async function insertIntegrationRows(
  db: Db,
  projectId: number,
  entry: BackupIntegration,
  find: FindId,
): Promise<{ id: number; dropped: string[] }> {
  const { id: _id, project_id: _project, ...input } = parse(IntegrationInput, integrationInput(entry, find));
  const { id } = await insertIntegration(db, projectId, input);
  for (const matcher of entry.matchers) await insertMatcher(db, id, parse(MatcherInput, matcher));
  for (const value of entry.extract_values) await insertValue(db, id, parse(ValueInput, value));
  return { id, dropped: await insertAliases(db, projectId, id, entry.aliases) };
}
