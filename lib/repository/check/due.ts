import { sql } from "drizzle-orm";
import { repositories } from "@/db/schema/repositories";
import { schedules } from "@/db/schema/schedules";
import { templates } from "@/db/schema/templates";

/** Of a schedule with its template and repository: the branch whose head it waits for, the one its task would run. */
export const checkedBranch = sql<string>`coalesce(
  nullif(${schedules.task_params}->>'git_branch', ''),
  case when ${templates.repository_id} = ${schedules.repository_id} then nullif(${templates.git_branch}, '') end,
  ${repositories.git_branch})`;

/** A commit check whose time has come, by the database's clock. */
export const isDueCheck = sql`(${schedules.active} and ${schedules.repository_id} is not null
  and ${schedules.next_run_at} <= now())`;
