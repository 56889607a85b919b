import { member, signedIn } from "@/lib/access/access";
import { mayIn } from "@/lib/access/actor";
import { operation } from "@/lib/operation/define";
import { NoParams, ProjectParams } from "@/lib/operation/fields";
import { readDashboard, readOverview } from "@/lib/task/dashboard/store";
import { Dashboard, DashboardQuery, Overview } from "@/lib/task/schema/dashboard";

export const getDashboard = operation({
  name: "task.dashboard",
  summary:
    "What needs attention in the project: plans to confirm, tasks at work, recent failures and 14 days of results",
  transaction: "none",
  access: member,
  params: ProjectParams,
  input: DashboardQuery,
  output: Dashboard,
  run: ({ db, actor, project, input }) => {
    const mayDecide = mayIn(actor, project, "runTasks");
    return readDashboard(db, { ids: [project.id], decidable: mayDecide ? [project.id] : [] }, input.timezone);
  },
});

export const getOverview = operation({
  name: "task.overview",
  summary: "The dashboard of all projects of the caller, with their newest tasks",
  transaction: "none",
  access: signedIn,
  params: NoParams,
  input: DashboardQuery,
  output: Overview,
  run: ({ db, actor, input }) => readOverview(db, actor.user, input.timezone),
});
