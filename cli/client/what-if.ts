import type { z } from "zod";
import { Preview } from "@/lib/task/schema/workflow";
import type { Template } from "@/lib/template/schema";
import type { Api } from "../api/api";
import { CommandProblem } from "../problem";
import { printJson, printText } from "../terminal/print";

type Foreseen = z.output<typeof Preview>[number];
type Assumed = { answers: Record<string, unknown>; failed: string | undefined; json: boolean | undefined };

/** Prints which nodes of a workflow would run, and why others would not; starts nothing. */
export async function printWhatIf(
  api: Api,
  template: Template,
  { answers, failed, json }: Assumed,
): Promise<undefined> {
  if (template.app !== "workflow") throw new CommandProblem(`${template.name} is not a workflow`);
  const keys = (failed ?? "").split(",").filter((key) => key !== "");
  const preview = (failing: string[]) =>
    api.read(
      "POST /project/:projectId/templates/:templateId/preview",
      {
        params: { projectId: template.project_id, templateId: template.id },
        body: { inputs: answers, ends: Object.fromEntries(failing.map((key) => [key, "failed" as const])) },
      },
      Preview,
    );
  // Without a list of nodes the server only refuses one that it does not know.
  const known = keys.length > 0 ? (await preview([])).map(({ key }) => key) : [];
  const unknown = keys.find((key) => !known.includes(key));
  if (unknown) throw new CommandProblem(`${template.name} has no node "${unknown}". Its nodes: ${known.join(", ")}`);
  const nodes = await preview(keys);
  if (json) printJson(nodes);
  else for (const node of nodes) printText(`${node.key}: ${describe(node)}`);
}

function describe({ status, reason }: Foreseen): string {
  if (status === "skipped") return `would not run${reason ? `: ${why(reason)}` : ""}`;
  const does = status === "failed" ? "would fail, as assumed" : "would run";
  return reason?.code === "condition" ? `${does} if ${reason.condition}` : does;
}

function why(reason: NonNullable<Foreseen["reason"]>): string {
  if (reason.code === "condition") return `${reason.condition} is false`;
  if (reason.code !== "edge") return reason.code.replaceAll("_", " ");
  const { from, on, was } = reason;
  return was === "skipped" ? `${from} would not run` : `${from} would end as ${was}, not as ${on}`;
}
