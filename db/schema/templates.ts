import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { id } from "@/db/columns";
import { accessKeys } from "@/db/schema/access-keys";
import { environments } from "@/db/schema/environments";
import { inventories } from "@/db/schema/inventories";
import { projects } from "@/db/schema/projects";
import { repositories } from "@/db/schema/repositories";
import { states } from "@/db/schema/states";
import { users } from "@/db/schema/users";
import { views } from "@/db/schema/views";
import type { WorkflowGraph } from "@/db/schema/workflow-graph";

export type SurveyVarColumn = {
  name: string;
  title: string;
  required: boolean;
  type: "" | "string" | "int" | "integer" | "secret" | "enum";
  description: string;
  values: { name: string; value: string }[] | null;
};

/** Options of some applications only; `limit`, `tags` and `skip_tags` are for tasks that bring none. */
export type TemplateParamsColumn = {
  limit?: string[] | undefined;
  tags?: string[] | undefined;
  skip_tags?: string[] | undefined;
  /** Everyone who may run tasks may have them apply without confirmation. */
  allow_auto_approve?: boolean | undefined;
  skip_galaxy_install?: boolean | undefined;
  allow_override_skip_galaxy_install?: boolean | undefined;
  override_backend?: boolean | undefined;
  backend_filename?: string | undefined;
  /** What clients of Semaphore sent without an effect, or to say that it is off: they compare it. */
  sent?: SentParamsColumn | undefined;
};

type Switches<Name extends string> = { [name in Name]?: boolean | undefined };
type Off<Name extends string> = { [name in Name]?: false | undefined };

type SentParamsColumn = {
  arguments?: string | undefined;
  environment?: string | undefined;
  git_branch?: string | undefined;
  message?: string | undefined;
  params?: { tags?: string[] | undefined; skip_tags?: string[] | undefined; limit?: string[] | undefined } & Switches<
    "debug" | "diff" | "dry_run" | "auto_approve" | "destroy" | "plan" | "upgrade"
  >;
} & Off<
  | "allow_override_inventory"
  | "allow_override_limit"
  | "allow_override_tags"
  | "allow_override_skip_tags"
  | "allow_debug"
  | "allow_destroy"
  | "allow_auto_approve"
  | "auto_approve"
  | "skip_galaxy_install"
  | "allow_override_skip_galaxy_install"
  | "override_backend"
>;

/** By the names of a task's fields. */
export type LaunchColumn = Record<string, "ask" | "allowed" | "fixed">;

export const templates = pgTable(
  "templates",
  {
    id: id(),
    project_id: integer()
      .notNull()
      .references(() => projects.id, { onDelete: "cascade" }),
    inventory_id: integer(),
    /** Null for a workflow, which has no code of its own. */
    repository_id: integer(),
    /** The first; further ones are in template_environments. */
    environment_id: integer(),
    view_id: integer(),
    build_template_id: integer(),
    name: text().notNull(),
    description: text(),
    app: text().notNull(),
    type: text().$type<"" | "build" | "deploy">().notNull().default(""),
    playbook: text().notNull().default(""),
    /** JSON text of an array of strings. */
    arguments: text(),
    /** The same, for `init` alone. */
    init_arguments: text(),
    /** Null until the first run of a template whose tool keeps a state. */
    state_id: integer(),
    /** Pulumi stack; "": named by the environment, or the standard one. */
    stack: text().notNull().default(""),
    /** As the runner of the newest task found the code: its state is not kept here. */
    declares_backend: boolean().notNull().default(false),
    /** What a task may set for itself; see lib/template/rules/launch.ts. */
    launch: jsonb().$type<LaunchColumn>().notNull().default({}),
    task_params: jsonb().$type<TemplateParamsColumn>().notNull().default({}),
    start_version: text(),
    autorun: boolean().notNull().default(false),
    git_branch: text(),
    survey_vars: jsonb().$type<SurveyVarColumn[]>().notNull().default([]),
    suppress_success_alerts: boolean().notNull().default(false),
    allow_parallel_tasks: boolean().notNull().default(false),
    runner_tag: text().notNull().default(""),
    /** Run opens the dialog, even if no option needs a value. */
    always_ask: boolean().notNull().default(false),
    labels: jsonb().$type<string[]>().notNull().default([]),
    /** 0: no limit. */
    timeout_seconds: integer().notNull().default(0),
    auto_approve: boolean().notNull().default(false),
    /** Only workflows have one. */
    graph: jsonb().$type<WorkflowGraph>(),
    /** How many tasks the template ever had. */
    tasks: integer().notNull().default(0),
    last_task_id: integer(),
  },
  (t) => [
    unique("templates_project_id_id").on(t.project_id, t.id),
    index("templates_name").on(t.project_id, t.name),
    index("templates_view").on(t.project_id, t.view_id),
    index("templates_build_template").on(t.build_template_id),
    index("templates_inventory").on(t.inventory_id),
    index("templates_repository").on(t.repository_id),
    index("templates_environment").on(t.environment_id),
    index("templates_state").on(t.state_id),
    foreignKey({
      name: "templates_inventory_fk",
      columns: [t.project_id, t.inventory_id],
      foreignColumns: [inventories.project_id, inventories.id],
    }),
    foreignKey({
      name: "templates_repository_fk",
      columns: [t.project_id, t.repository_id],
      foreignColumns: [repositories.project_id, repositories.id],
    }),
    foreignKey({
      name: "templates_environment_fk",
      columns: [t.project_id, t.environment_id],
      foreignColumns: [environments.project_id, environments.id],
    }),
    foreignKey({
      name: "templates_state_fk",
      columns: [t.project_id, t.state_id],
      foreignColumns: [states.project_id, states.id],
    }),
    foreignKey({
      name: "templates_view_fk",
      columns: [t.project_id, t.view_id],
      foreignColumns: [views.project_id, views.id],
    }),
    foreignKey({
      name: "templates_build_template_fk",
      columns: [t.project_id, t.build_template_id],
      foreignColumns: [t.project_id, t.id],
    }),
  ],
);

/** The templates that a user lists first. */
export const templateFavorites = pgTable(
  "template_favorites",
  {
    user_id: integer()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    template_id: integer()
      .notNull()
      .references(() => templates.id, { onDelete: "cascade" }),
  },
  (t) => [primaryKey({ columns: [t.user_id, t.template_id] }), index("template_favorites_template").on(t.template_id)],
);

export const templateVaults = pgTable(
  "template_vaults",
  {
    id: id(),
    project_id: integer().notNull(),
    template_id: integer().notNull(),
    type: text().$type<"password" | "script">().notNull().default("password"),
    /** The key with the password; null for a script. */
    vault_key_id: integer(),
    /** Path in the repository of a program that prints the password; null for a key. */
    script: text(),
    /** Null: the default vault id. */
    name: text(),
  },
  (t) => [
    check(
      "template_vaults_source",
      sql`case ${t.type} when 'password' then ${t.vault_key_id} is not null and ${t.script} is null
        else ${t.type} = 'script' and ${t.script} is not null and ${t.vault_key_id} is null end`,
    ),
    unique("template_vaults_name").on(t.template_id, t.name).nullsNotDistinct(),
    index("template_vaults_key").on(t.vault_key_id),
    foreignKey({
      name: "template_vaults_template_fk",
      columns: [t.project_id, t.template_id],
      foreignColumns: [templates.project_id, templates.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "template_vaults_key_fk",
      columns: [t.project_id, t.vault_key_id],
      foreignColumns: [accessKeys.project_id, accessKeys.id],
    }),
  ],
);

/** The environments of a template after the first, in their order: a later one overrides those before. */
export const templateEnvironments = pgTable(
  "template_environments",
  {
    project_id: integer().notNull(),
    template_id: integer().notNull(),
    environment_id: integer().notNull(),
    /** From 1. */
    position: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.template_id, t.position] }),
    unique("template_environments_once").on(t.template_id, t.environment_id),
    index("template_environments_environment").on(t.environment_id),
    foreignKey({
      name: "template_environments_template_fk",
      columns: [t.project_id, t.template_id],
      foreignColumns: [templates.project_id, templates.id],
    }).onDelete("cascade"),
    foreignKey({
      name: "template_environments_environment_fk",
      columns: [t.project_id, t.environment_id],
      foreignColumns: [environments.project_id, environments.id],
    }),
  ],
);
