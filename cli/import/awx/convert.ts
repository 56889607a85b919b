import { Draft } from "../foreign/draft";
import type { Converted } from "../foreign/import";
import { indexAssets, organizationOf } from "./assets";
import { Resources } from "./resources";
import { addSchedule, collectSchedules } from "./schedules";
import type { AwxExport, NaturalKey } from "./schema";
import { Templates } from "./templates";
import { workflowsOf } from "./workflows";

type Choice = {
  /** One project for all organizations. */
  project?: string;
  /** Only these organizations. */
  organization?: string[];
};

/** Makes a project of each organization, or one of all. */
export function convertAwx(read: AwxExport, origin: string, { project, organization: only }: Choice): Converted {
  const names = organizationsOf(read).filter((name) => !only || (name !== null && only.includes(name)));
  const groups = project === undefined ? names.map((name) => [name]) : [names];
  const drafts = groups.map((group) => {
    const draft = new Draft(project ?? group[0] ?? "No organization", origin);
    fillDraft(draft, read, new Set(group), project !== undefined && group.length > 1);
    return draft;
  });
  return {
    format: "awx",
    drafts: drafts.filter((draft) => !draft.isEmpty()),
    left_out: [...collectSchedules(read).others, ...otherThings(read)],
    workflows: workflowsOf(read.workflow_job_templates),
  };
}

/** Owners of something; null owns what has no organization. */
function organizationsOf({ organizations, projects, inventory, job_templates }: AwxExport): (string | null)[] {
  const owners = [...projects, ...inventory, ...job_templates].map(organizationOf);
  return [...new Set([...organizations.map(({ name }) => name), ...owners])];
}

function fillDraft(draft: Draft, read: AwxExport, organizations: ReadonlySet<string | null>, hasViews: boolean): void {
  const assets = indexAssets(read);
  const resources = new Resources(draft, assets);
  const templates = new Templates(draft, resources, hasViews);
  const schedules = collectSchedules(read);
  const own = <Asset extends { natural_key: NaturalKey }>(list: Asset[]) =>
    list.filter((asset) => organizations.has(organizationOf(asset)));
  for (const template of own(read.job_templates)) {
    const added = templates.add(template);
    if (!added) continue;
    for (const schedule of schedules.of(template)) addSchedule(draft, resources, schedule, added);
  }
  for (const project of own(read.projects)) resources.repository(project);
  for (const inventory of own(read.inventory)) resources.unusedInventory(inventory);
  for (const credential of own(read.credentials)) resources.unusedCredential(credential);
}

/** What belongs to no project here, in sentences. */
function otherThings(read: AwxExport): string[] {
  const { users, teams, credentials, notification_templates, execution_environments, applications } = read;
  const gaps: [unknown, string][] = [
    [users.length > 0, `${users.length} users and ${teams.length} teams: add them as members of the projects`],
    ...credentials.map((credential): [boolean, string] => [
      organizationOf(credential) === null,
      `Credential "${credential.name}" has no organization: it is imported only where a template uses it`,
    ]),
    ...notification_templates.map(({ name, notification_type }): [boolean, string] => [
      true,
      `Notification template "${name}" (${notification_type})`,
    ]),
    ...execution_environments.map(({ name }): [boolean, string] => [true, `Execution environment "${name}"`]),
    [applications.length > 0, `${applications.length} applications`],
  ];
  return gaps.flatMap(([applies, gap]) => (applies ? [gap] : []));
}
