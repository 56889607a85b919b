import dynamic from "next/dynamic";

/*
 * Rows that most visits do not show, each in a script of its own. Those that the server renders have no placeholder: the
 * page waits for their script as for its own, and a live dashboard changes once it is there.
 */

export const ApprovalRow = dynamic(
  () => import("@/components/workflow/approval/approval-row").then((module) => module.ApprovalRow),
  { loading: () => null },
);

export const DecisionRow = dynamic(() =>
  import("@/components/dashboard/decision-row").then((module) => module.DecisionRow),
);

export const RunningRow = dynamic(() =>
  import("@/components/dashboard/running-row").then((module) => module.RunningRow),
);
