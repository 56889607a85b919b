import type { RouteCase } from "../support/conform";
import { drift } from "./drift";
import { environment } from "./environment";
import { filters } from "./filters";
import { integrations, receiver } from "./integrations";
import { inventory } from "./inventory";
import { keys } from "./keys";
import { notifications } from "./notifications";
import { probes } from "./probes";
import { projectRunners } from "./project-runners";
import { events, projects } from "./projects";
import { hosts, repositories } from "./repositories";
import { runnerProtocol } from "./runner-protocol";
import { schedules } from "./schedules";
import { adminTasks, apps, options, runners, system } from "./server";
import { session, signIn } from "./sign-in";
import { stateBackend, states } from "./states";
import { tasks } from "./tasks";
import { team } from "./team";
import { templateYaml } from "./template-yaml";
import { templates } from "./templates";
import { user, users } from "./users";
import { views } from "./views";
import { approvals, workflows } from "./workflows";

/** Every route that answers everybody in its own way, by family of paths. */
export const FAMILIES: Readonly<Record<string, readonly RouteCase[]>> = {
  system,
  signIn,
  user,
  users,
  projects,
  events,
  team,
  keys,
  probes,
  repositories,
  hosts,
  inventory,
  environment,
  templates,
  templateYaml,
  views,
  filters,
  tasks,
  workflows,
  approvals,
  drift,
  states,
  schedules,
  integrations,
  receiver,
  apps,
  options,
  notifications,
  adminTasks,
  runners,
  projectRunners,
};

/** The rest, whose answers have tests of their own: here for whatever else is sent to them. */
export const ONLY_FUZZED: typeof FAMILIES = { session, runnerProtocol, stateBackend };
