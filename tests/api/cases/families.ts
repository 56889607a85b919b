import type { RouteCase } from "../support/conform";
import { environment } from "./environment";
import { integrations, receiver } from "./integrations";
import { inventory } from "./inventory";
import { keys } from "./keys";
import { events, projects } from "./projects";
import { hosts, repositories } from "./repositories";
import { schedules } from "./schedules";
import { adminTasks, apps, notifications, options, runners, system } from "./server";
import { tasks } from "./tasks";
import { team } from "./team";
import { templates } from "./templates";
import { user, users } from "./users";
import { views } from "./views";

/** Every route that has a case, by family of paths. */
export const FAMILIES: Readonly<Record<string, readonly RouteCase[]>> = {
  system,
  user,
  users,
  projects,
  events,
  team,
  keys,
  repositories,
  hosts,
  inventory,
  environment,
  templates,
  views,
  tasks,
  schedules,
  integrations,
  receiver,
  apps,
  options,
  notifications,
  adminTasks,
  runners,
};
