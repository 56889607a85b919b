import { boolean, foreignKey, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from "drizzle-orm/pg-core";
import { created, id, instant } from "@/db/columns";
import { accessKeys } from "@/db/schema/access-keys";
import { projects } from "@/db/schema/projects";
import { templates } from "@/db/schema/templates";
import type { DeliveryReason } from "@/lib/protocol/delivery";
import type { RefusalIssue } from "@/lib/protocol/refusal";

export const integrations = pgTable(
  "integrations",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    name: text().notNull(),
    template_id: integer(),
    auth_method: text().$type<"" | "github" | "token" | "hmac">().notNull().default(""),
    auth_secret_id: integer(),
    auth_header: text().notNull().default(""),
    searchable: boolean().notNull().default(false),
    accept_get: boolean().notNull().default(false),
    task_params: jsonb().$type<Record<string, unknown>>(),
  },
  (t) => [
    unique("integrations_project_id_id").on(t.project_id, t.id),
    index("integrations_template").on(t.template_id),
    index("integrations_auth_secret").on(t.auth_secret_id),
    foreignKey({
      name: "integrations_template_fk",
      columns: [t.project_id, t.template_id],
      foreignColumns: [templates.project_id, templates.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "integrations_auth_secret_fk",
      columns: [t.project_id, t.auth_secret_id],
      foreignColumns: [accessKeys.project_id, accessKeys.id],
    }),
  ],
);

const part = () => ({
  id: id(),
  integration_id: integer()
    .notNull()
    .references(() => integrations.id, { onDelete: "cascade" }),
  name: text().notNull(),
  body_data_type: text().$type<"" | "json" | "string">().notNull().default(""),
  key: text().notNull().default(""),
});

export const integrationMatchers = pgTable(
  "integration_matchers",
  {
    ...part(),
    match_type: text().$type<"header" | "body">().notNull(),
    method: text().$type<"equals" | "unequals" | "contains">().notNull(),
    value: text().notNull(),
  },
  (t) => [index("integration_matchers_integration").on(t.integration_id, t.id)],
);

export const integrationValues = pgTable(
  "integration_values",
  { ...part(), value_source: text().$type<"header" | "body">().notNull(), variable: text().notNull() },
  (t) => [index("integration_values_integration").on(t.integration_id, t.name)],
);

export const integrationAliases = pgTable(
  "integration_aliases",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** Null: the alias serves every searchable integration in the project. */
    integration_id: integer().references(() => integrations.id, { onDelete: "cascade" }),
    alias: text().notNull().unique(),
  },
  (t) => [index("integration_aliases_project").on(t.project_id, t.integration_id)],
);

/** A webhook request to one integration and its result. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    /** Null: a call to the project's alias that no integration listens on. */
    integration_id: integer().references(() => integrations.id, { onDelete: "cascade" }),
    /** The sender's delivery id. Null when there is none, or no proof of the sender: such a row keeps nothing out. */
    delivery_key: text(),
    created: created(),
    ip: text().notNull().default(""),
    headers: jsonb().$type<Record<string, string>>().notNull(),
    body: text().notNull(),
    /** Size of the body as received; less may be stored. */
    body_bytes: integer().notNull(),
    outcome: text().$type<"started" | "unmatched" | "unauthorized" | "refused" | "failed" | "unused">().notNull(),
    /** `detail` adds to it. */
    reason: text().$type<DeliveryReason>(),
    detail: text().notNull().default(""),
    /** Why the task was refused; rows of earlier releases have it as English text in `detail`. */
    issues: jsonb().$type<RefusalIssue[]>(),
    verdict: jsonb().$type<Record<string, unknown>>().notNull(),
    /** How often the same delivery was sent again. */
    repeats: integer().notNull().default(0),
    task_id: integer(),
    replay_of: integer(),
  },
  (t) => [
    index("webhook_deliveries_project").on(t.project_id, t.id),
    uniqueIndex("webhook_deliveries_key").on(t.integration_id, t.delivery_key),
  ],
);

/** Requests in the current minute, per alias, or per address for unknown aliases. */
export const webhookRates = pgTable("webhook_rates", {
  key: text().primaryKey(),
  minute: instant().notNull(),
  requests: integer().notNull(),
});
