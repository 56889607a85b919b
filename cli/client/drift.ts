import { z } from "zod";
import { Drift } from "@/lib/drift/schema";
import { oneProject } from "../api/find";
import { connect } from "../api/login-file";
import { EXIT } from "../problem";
import { command } from "../terminal/command";
import { printJson, printTable, printText } from "../terminal/print";

/** How many items a row names, so that the table keeps its shape; --json has all. */
const NAMED = 5;

/** `signalbox drift` */
export const drift = command({
  usage: "drift [options]",
  takes: [0, 0],
  help: `Shows what drift checks found, for each template that was checked.

  --project <project>   its name or number; needed unless you have but one
  --json                as JSON

The exit code is 1 when something has drifted or is unknown. signalbox run <template> --check starts a check.
`,
  options: { project: { type: "string" }, json: { type: "boolean" } },
  run: async (values) => {
    const api = connect();
    const { id: projectId } = await oneProject(api, values.project);
    const found = await api.read("GET /project/:projectId/drift", { params: { projectId } }, z.array(Drift));
    if (values.json) printJson(found);
    else if (found.length === 0) printText("No template was checked for drift yet");
    else
      printTable(
        ["TEMPLATE", "WORKSPACE OR INVENTORY", "STATUS", "SINCE", "CHECKED", "TASK", "DRIFTED"],
        found.map(rowOf),
      );
    return found.every(({ status }) => status === "in_sync") ? EXIT.success : EXIT.failed;
  },
});

const rowOf = ({
  template_name,
  workspace,
  inventory_name,
  status,
  since,
  checked_at,
  task_id,
  count,
  items,
}: Drift) => {
  const named = items.slice(0, NAMED).map(({ address }) => address);
  const more = Math.max(count, items.length) - named.length;
  const drifted = [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");
  return [
    template_name,
    workspace || inventory_name,
    status,
    since,
    checked_at,
    task_id && `#${task_id}`,
    drifted || null,
  ];
};
