import { foreignKey, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { id, instant } from "@/db/columns";
import { repositories } from "@/db/schema/repositories";
import { runners } from "@/db/schema/runners";

/** Branch heads that a runner is looking up; a row is deleted when the runner answers or its lease expires. */
export const commitChecks = pgTable(
  "commit_checks",
  {
    id: id(),
    project_id: integer().notNull(),
    repository_id: integer().notNull(),
    branch: text().notNull(),
    runner_id: integer()
      .notNull()
      .references(() => runners.id, { onDelete: "cascade" }),
    instance_id: text().notNull(),
    leased_until: instant().notNull(),
  },
  (t) => [
    unique("commit_checks_branch").on(t.repository_id, t.branch),
    foreignKey({
      name: "commit_checks_repository_fk",
      columns: [t.project_id, t.repository_id],
      foreignColumns: [repositories.project_id, repositories.id],
    }).onDelete("cascade"),
  ],
);
