import { getTableName } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { accessKeys } from "@/db/schema/access-keys";
import { environmentSecrets, environments } from "@/db/schema/environments";
import { probes } from "@/db/schema/probes";
import { schedules } from "@/db/schema/schedules";
import { tasks } from "@/db/schema/tasks";
import type { SecretPlace } from "@/lib/secret/seal";

/** Every column that holds what is sealed. */
export const SEALED: readonly PgColumn[] = [
  accessKeys.secret,
  environments.password,
  environmentSecrets.secret,
  probes.request,
  schedules.task_secret,
  tasks.secret,
];

/** Where the secret of a row was sealed for. */
export const placeOf = (column: PgColumn, id: number): SecretPlace =>
  `${getTableName(column.table)}/${id}/${column.name}`;
