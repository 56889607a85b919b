import type { ReportLine } from "@/lib/backup/schema/report";
import { textOf } from "@/lib/operation/http/api-texts";
import messages from "@/messages/en.json";
import { printText } from "../terminal/print";
import type { Report } from "./project";

const OUTCOMES: Record<Report["outcome"], string> = {
  made: "created",
  checked: "would be created",
  skipped: "skipped",
  failed: "not created",
};

/** Prints a paragraph about one project. */
export function printReport(report: Report): void {
  const { name, id, origin, outcome, problem } = report;
  printText(`${name}: ${OUTCOMES[outcome]}${id === null ? "" : ` as project ${id}`} (from ${origin})`);
  if (problem) printText(`  ${problem}`);
  if (outcome === "skipped" || outcome === "failed") return;
  printText(`  Has: ${countsOf(report)}`);
  printList("Fill in these keys", report.empty_keys);
  printList("Fill in these secret variables", report.empty_secrets);
  printList("Has the secrets of", report.filled_secrets);
  printList("Members", report.members);
  for (const what of report.left_out) printText(`  Left out: ${what}`);
  for (const line of report.adjusted) printText(`  Adjusted: ${sentence(line)}`);
}

/** One line of the report, like the console words it. */
function sentence({ kind, name, field, was, reason, reason_params, done, done_params }: ReportLine): string {
  const said = was === null ? "" : ` ("${was}")`;
  const why = textOf(messages.errors[reason] ?? reason, reason_params);
  return `${kind} ${name}, ${field || "as a whole"}${said}: ${why}. ${textOf(messages.project.report.mends[done], done_params)}`;
}

function countsOf({ counts }: Report): string {
  const there = Object.entries(counts).filter(([, count]) => count > 0);
  return there.map(([kind, count]) => `${count} ${kind}`).join(", ") || "nothing";
}

function printList(title: string, items: readonly string[]): void {
  if (items.length > 0) printText(`  ${title}: ${items.join(", ")}`);
}
