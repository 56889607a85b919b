import type { Db } from "@/db/client";
import { inRunOrder } from "@/lib/backup/nesting";
import { insertIntegrationRows } from "@/lib/backup/restore/integrations";
import {
  environmentInput,
  integrationInput,
  inventoryInput,
  repositoryInput,
  scheduleInput,
  schedulesOf,
  templateInput,
} from "@/lib/backup/restore/resolve";
import { inBuildOrder } from "@/lib/backup/rules";
import type { FindId, Kind } from "@/lib/backup/rules/kinds";
import type { BackupFile } from "@/lib/backup/schema";
import { EnvironmentInput } from "@/lib/environment/schema";
import { insertEnvironment } from "@/lib/environment/store";
import { IntegrationInput } from "@/lib/integration/schema";
import { NewInventoryInput } from "@/lib/inventory/schema";
import { insertInventory } from "@/lib/inventory/store";
import { insertKey } from "@/lib/key/store";
import { parse } from "@/lib/operation/parse";
import { RepositoryInput } from "@/lib/repository/schema";
import { insertRepository } from "@/lib/repository/store";
import { ScheduleInput } from "@/lib/schedule/schema";
import { insertSchedule } from "@/lib/schedule/store";
import { storedTask } from "@/lib/schedule/task-params";
import { insertTemplateRows } from "@/lib/template/create";
import { TemplateInput } from "@/lib/template/schema";
import { insertView } from "@/lib/view/store";

/** Where entries are stored. */
export type Place = {
  db: Db;
  projectId: number;
  find: FindId;
  /** Collects the aliases that lead to another place already. */
  droppedAliases: string[];
};

/** What tells the objects of a file apart: the list that it is in. */
export type PartList = Kind | "schedules" | "integrations";

/** An entry of a file, which can be stored once those that it refers to are. */
export type Part = {
  list: PartList;
  name: string;
  entry: object;
  /** Its fields with ids in place of names. */
  input: (find: FindId) => Record<string, unknown>;
  /** Returns the id of the new object. */
  create: (place: Place) => Promise<number>;
};

export type Stored = { part: Part; id: number };

/** What templates refer to, then the templates, each after those that it deploys or runs. */
export const resourcesOf = (file: BackupFile): Part[] => [
  ...file.environments.map((entry): Part => {
    const input = () => parse(EnvironmentInput, environmentInput(entry));
    const create = ({ db, projectId }: Place) => insertEnvironment(db, projectId, input());
    return { list: "environments", name: entry.name, entry, input, create };
  }),
  ...file.views.map((entry): Part => {
    const create = async ({ db, projectId }: Place) => (await insertView(db, projectId, entry)).id;
    return { list: "views", name: entry.title, entry, input: () => entry, create };
  }),
  ...file.keys.map((entry): Part => {
    const create = async ({ db, projectId }: Place) => (await insertKey(db, projectId, entry)).id;
    return { list: "keys", name: entry.name, entry, input: () => entry, create };
  }),
  ...file.repositories.map((entry): Part => {
    const input = (find: FindId) => parse(RepositoryInput, repositoryInput(entry, find));
    const create = async ({ db, projectId, find }: Place) => (await insertRepository(db, projectId, input(find))).id;
    return { list: "repositories", name: entry.name, entry, input, create };
  }),
  ...file.inventories.map((entry): Part => {
    const input = (find: FindId) => parse(NewInventoryInput, inventoryInput(entry, find));
    const create = async ({ db, projectId, find }: Place) => (await insertInventory(db, projectId, input(find))).id;
    return { list: "inventories", name: entry.name, entry, input, create };
  }),
  ...inRunOrder(inBuildOrder(file.templates)).map((entry): Part => {
    const input = (find: FindId) => parse(TemplateInput, templateInput(entry, find));
    const create = ({ db, projectId, find }: Place) => insertTemplateRows(db, projectId, input(find));
    return { list: "templates", name: entry.name, entry, input, create };
  }),
];

/** What starts tasks of the templates. */
export const startersOf = (file: BackupFile): Part[] => [
  ...schedulesOf(file).map((entry): Part => {
    const input = (find: FindId) => parse(ScheduleInput, scheduleInput(entry, find));
    const create = async ({ db, projectId, find }: Place) => {
      const { id: _id, project_id: _project, task_params, ...values } = input(find);
      const task = { task_params: storedTask(task_params), secret: {} };
      return (await insertSchedule(db, projectId, { ...values, ...task })).id;
    };
    return { list: "schedules", name: entry.name, entry, input, create };
  }),
  ...file.integrations.map((entry): Part => {
    const { aliases, matchers, extract_values } = entry;
    const input = (find: FindId) => ({
      ...parse(IntegrationInput, integrationInput(entry, find)),
      aliases,
      matchers,
      extract_values,
    });
    const create = async ({ db, projectId, find, droppedAliases }: Place) => {
      const { id, dropped } = await insertIntegrationRows(db, projectId, entry, find);
      droppedAliases.push(...dropped);
      return id;
    };
    return { list: "integrations", name: entry.name, entry, input, create };
  }),
];
