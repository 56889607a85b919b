import type { ImportLine } from "@/lib/backup/schema/import";
import type { ReportLine } from "@/lib/backup/schema/report";
import { textOf } from "@/lib/operation/http/api-texts";
import messages from "@/messages/en.json";
import { printText } from "../terminal/print";
import type { Report } from "./target";

const OUTCOMES: Record<Report["outcome"], string> = {
  made: "created",
  updated: "updated",
  checked: "would be created",
  skipped: "skipped",
  failed: "not created",
};

/** Prints a paragraph about one project. */
export function printReport(report: Report): void {
  const { name, id, origin, outcome, problem } = report;
  printText(`${name}: ${outcomeOf(report)}${id === null ? "" : ` as project ${id}`} (from ${origin})`);
  if (problem) printText(`  ${problem}`);
  if (outcome === "skipped" || outcome === "failed") return;
  if (id === null || outcome === "made") printText(`  Has: ${countsOf(report)}`);
  else printText(`  Unchanged: ${report.unchanged} objects`);
  for (const line of report.changes) printText(`  ${changeText(line)}`);
  printList("Fill in these keys", report.empty_keys);
  printList("Fill in these secret variables", report.empty_secrets);
  printList("Has the secrets of", report.filled_secrets);
  printList("Members", report.members);
  printHistory(report);
  for (const what of report.left_out) printText(`  Left out: ${what}`);
  for (const line of report.adjusted) printText(`  Adjusted: ${sentence(line)}`);
}

const outcomeOf = ({ outcome, id }: Report): string =>
  outcome === "checked" && id !== null ? "would be updated" : OUTCOMES[outcome];

const CHANGES: Record<ImportLine["done"], string> = {
  created: "New",
  updated: "Updated",
  kept: "Kept, because it was changed here and at the source, or names what was deleted here",
  gone: "Kept, though it is gone at the source",
  deleted: "Not created again, because it was deleted here",
  same_name: "Kept, because an object of that name was not imported from here",
  refused: "Not taken",
};

function changeText({ kind, name, done, fields, reason, reason_params }: ImportLine): string {
  const where = fields.length > 0 ? ` (${fields.join(", ")})` : "";
  const why = reason === null ? "" : `: ${textOf(messages.errors[reason] ?? reason, reason_params)}`;
  return `${CHANGES[done]}: ${kind} ${name}${where}${why}`;
}

/** One line of the report, like the console words it. */
function sentence({ kind, name, field, was, reason, reason_params, done, done_params }: ReportLine): string {
  const said = was === null ? "" : ` ("${was}")`;
  const why = textOf(messages.errors[reason] ?? reason, reason_params);
  return `${kind} ${name}, ${field || "as a whole"}${said}: ${why}. ${textOf(messages.project.report.adjustments[done], done_params)}`;
}

function countsOf({ counts }: Report): string {
  const there = Object.entries(counts).filter(([, count]) => count > 0);
  return there.map(([kind, count]) => `${count} ${kind}`).join(", ") || "nothing";
}

function printHistory({ outcome, history }: Report): void {
  if (!history) return;
  const { taken, problem } = history;
  printText(
    `  History: ${taken} ${taken === 1 ? "task" : "tasks"} ${outcome === "checked" ? "would be taken" : "taken"}`,
  );
  if (problem) printText(`  The history is incomplete, import again to continue: ${problem}`);
}

function printList(title: string, items: readonly string[]): void {
  if (items.length > 0) printText(`  ${title}: ${items.join(", ")}`);
}
