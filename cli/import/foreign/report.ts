import { printText } from "../../terminal/print";
import { printReport } from "../report";
import type { Report } from "../target";
import type { Findings } from "./draft";

export type ForeignReport = Report & Findings & { scripts: string[] };

/** A workflow of the other product, listed for building it again. */
export type Workflow = { name: string; nodes: { name: string; runs: string; next: string[] }[] };

/** Prints each project with its findings, and what belongs to no project. */
export function printForeign(report: { projects: ForeignReport[]; left_out: string[]; workflows: Workflow[] }): void {
  for (const project of report.projects) {
    printReport(project);
    if (project.outcome === "skipped" || project.outcome === "failed") continue;
    for (const what of project.changed) printText(`  Changed: ${what}`);
    for (const what of project.fill_in) printText(`  Fill in: ${what}`);
    if (project.scripts.length > 0) printText(`  Scripts: ${project.scripts.join(", ")}`);
  }
  for (const { name, nodes } of report.workflows) {
    printText(`Workflow ${name}: not imported. Its nodes:`);
    for (const node of nodes) printText(`  ${node.name}: ${[node.runs, ...node.next].join("; ")}`);
  }
  for (const what of report.left_out) printText(`Left out: ${what}`);
}
