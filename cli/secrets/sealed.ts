import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { accessKeys } from "@/db/schema/access-keys";
import { environmentSecrets, environments } from "@/db/schema/environments";
import { legacyAttempts } from "@/db/schema/legacy-attempts";
import { probes } from "@/db/schema/probes";
import { schedules } from "@/db/schema/schedules";
import { stateVersions } from "@/db/schema/state-versions";
import { stateWorkspaces } from "@/db/schema/states";
import { taskOutputs } from "@/db/schema/task-results";
import { tasks } from "@/db/schema/tasks";
import type { SecretPlace } from "@/lib/secret/seal";

/** Every encrypted column. */
export const SEALED: readonly PgColumn[] = [
  accessKeys.secret,
  environments.password,
  environmentSecrets.secret,
  legacyAttempts.held,
  legacyAttempts.secrets,
  probes.request,
  schedules.task_secret,
  stateVersions.content,
  stateWorkspaces.passphrase,
  taskOutputs.secret,
  tasks.secret,
];

/** The place that a row's secret is bound to. */
export const placeOf = (column: PgColumn, id: number): SecretPlace =>
  `${getTableName(column.table)}/${id}/${column.name}`;

/** The id of the key that encrypted it. Reads only the beginning, because a state may have fifty megabytes. */
export const keyIdIn = (column: PgColumn): SQL => sql`split_part(substr(${column}, 1, 100), '.', 2)`;
