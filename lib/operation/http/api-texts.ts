import { type AppError, type ErrorKey, issuesOf, type MessageParams } from "@/lib/operation/errors";
import type { RefusalIssue } from "@/lib/protocol/refusal";
import messages from "@/messages/en.json";

/** Exact wording that Semaphore's clients depend on; other keys use messages/en.json, prefixed with the field's name. */
const EXACT: Partial<Record<ErrorKey, string>> = {
  notJson: "Request body is not valid JSON",
  runnerToken: "Invalid token",
  projectIdMismatch: "Project ID in body and URL must be the same",
  idMismatch: "ID in body and URL must be the same",
  keyNameRequired: "name can not be empty",
  privateKeyRequired: "private key can not be empty",
  keyPasswordRequired: "password can not be empty",
  keyInUse: "Access Key is in use by one or more templates",
  repositoryNameRequired: "repository name can't be empty",
  repositoryUrlRequired: "repository url can't be empty",
  repositoryBranchRequired: "repository branch can't be empty",
  repositoryInUse: "Repository is in use by one or more templates",
  inventoryTypeUnsupported: "Not supported inventory type",
  inventoryTypeUnknown: "unknown inventory type: {type}",
  inventoryPathInvalid: "Invalid inventory file pathname. Must be: path/to/inventory.",
  inventoryIdMismatch: "Inventory ID in body and URL must be the same",
  inventoryProjectMismatch: "project ID in body and URL must be the same",
  inventoryInUse: "Inventory is in use by one or more templates",
  environmentNameRequired: "Environment name can not be empty",
  extraVarsNotJson: "Extra variables must be valid JSON",
  envVarsNotJson: "Environment variables must be valid JSON",
  environmentInUse: "Environment is in use by one or more templates",
  viewTitleRequired: "title can not be empty",
  viewIdMismatch: "View ID in URL and in body must be the same",
  templateNameRequired: "template name can not be empty",
  templateInventoryRequired: "template inventory can not be empty",
  templatePlaybookRequired: "template playbook can not be empty",
  templateArgumentsInvalid: "template arguments must be valid JSON",
  templateIdMismatch: "template id in URL and in body must be the same",
  templateMoved: "You can not move template to other project",
  templateInUse: "Template is in use by one or more templates",
  appUnknown: "Invalid app id: {app}",
  cronProblem: "Cron: {reason}",
  cronMinute: "Cron: {reason}",
  cronHour: "Cron: {reason}",
  cronDay: "Cron: {reason}",
  cronMonth: "Cron: {reason}",
  cronWeekday: "Cron: {reason}",
  scheduleIdMismatch: "schedule id in URL and in body must be the same",
  scheduleMoved: "You can not move schedule to other project",
  integrationNameRequired: "No Name set for integration",
  partIntegrationMismatch: "Extractor ID in body and URL must be the same",
  valueSourceRequired: "No Value Source defined",
  bodyDataTypeRequired: "Value Source but no body data type set",
  valueJsonKeyRequired: "No Key set for JSON Body Data extraction.",
  valueKeyRequired: "Value Source set but no Key set",
  matchTypeRequired: "No Match Type set",
  matcherKeyRequired: "No key set",
  matcherValueRequired: "No value set",
  appNotFound: "app not found",
  requestBodyInvalid: "Invalid request body",
};

/** The text of `{"error": …}`, or null for an empty body. */
export function apiText(error: AppError): string | null {
  const issues = issuesOf(error);
  return issues.length > 0 ? issuesText(issues) : null;
}

export const issuesText = (issues: readonly RefusalIssue[]): string => issues.map(issueText).join("; ");

/** A record of a refusal with its text; one of an earlier release has no issues, but a text. */
export const withDetail = <Recorded extends { issues?: RefusalIssue[] | null; detail?: string }>(record: Recorded) => ({
  ...record,
  detail: record.issues ? issuesText(record.issues) : (record.detail ?? ""),
});

const isErrorKey = (key: string): key is ErrorKey => Object.hasOwn(messages.errors, key);

function issueText({ path, key, params }: RefusalIssue): string {
  if (!isErrorKey(key)) return key;
  const place = path.replace(/\.(\d+)(?=\.|$)/g, "[$1]");
  const exact = EXACT[key];
  // An exact text refers to a field of the whole body; inside a list, the position must be given.
  if (exact && !place.includes("[")) return textOf(exact, params);
  const text = textOf(exact ?? messages.errors[key], params);
  return place ? `${place}: ${text}` : text;
}

/** Next's build splits a text with parameters into parts: `["At most ", ["maximum"]]`. */
type Text = string | readonly (string | readonly [name: string])[];

/** An English text with its parameters filled in. */
export function textOf(text: Text, params: MessageParams = {}): string {
  const filled = (name: string) => String(params[name] ?? `{${name}}`);
  if (typeof text === "string") return text.replace(/\{(\w+)\}/g, (_, name: string) => filled(name));
  return text.map((part) => (typeof part === "string" ? part : filled(part[0]))).join("");
}
