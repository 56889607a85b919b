import type { Draft, Spot } from "@/lib/backup/adjust/draft";
import { awaitDecision, awaitDecisionBefore } from "@/lib/backup/adjust/graph";
import type { Done } from "@/lib/backup/adjust/lines";
import { addNamed, adjustReference, leaveOutPart, ordinary, vaultKey } from "@/lib/backup/adjust/references";
import { addApp, adjustSurvey, adjustVariable, rename, withoutCredentials } from "@/lib/backup/adjust/special";
import {
  toArguments,
  toFlag,
  toIdentifier,
  toList,
  toNumber,
  toObject,
  toRepositoryPath,
  toText,
} from "@/lib/backup/adjust/values";
import { isEntry } from "@/lib/backup/rules/kinds";
import { newAlias } from "@/lib/integration/aliases";
import type { ErrorKey, Issue } from "@/lib/operation/errors";
import { parseJson, storableJson } from "@/lib/protocol/json-text";
import { quoteLongNumbers } from "@/lib/protocol/long-numbers";
import { beginning, withoutUnstorable } from "@/lib/protocol/storable";

/** Changes the draft so that the issue is gone; null if it can't. */
export type Remedy = (draft: Draft, spot: Spot, issue: Issue) => Done | null;

/** The file that a template starts where its own is missing; a task says that it does not exist. */
const NO_PLAYBOOK = "missing";
const NO_NAME = "Unnamed";

/** Sets what `next` makes of the value. */
const changed =
  (next: (spot: Spot) => unknown): Remedy =>
  (draft, spot) => {
    const value = next(spot);
    if (value === undefined || value === spot.value) return null;
    draft.set(spot, value);
    return { how: "changed", params: { value: String(value) } };
  };

/** Sets what `next` makes of the value like `changed`, but the report doesn't show it: it may be secret. */
const converted =
  (next: (spot: Spot) => unknown): Remedy =>
  (draft, spot) =>
    changed(next)(draft, spot, { path: "", key: "invalidValue" }) && { how: "converted" };

const to = (value: string | number): Remedy => changed(() => value);

const CONVERSIONS: Record<string, (value: unknown) => unknown> = {
  string: toText,
  number: toNumber,
  int: toNumber,
  boolean: toFlag,
  object: toObject,
  record: toObject,
  array: toList,
};

const ofType: Remedy = (draft, spot, issue) => {
  const convert = CONVERSIONS[String(issue.params?.expected)];
  return convert ? converted(({ value }) => convert(value))(draft, spot, issue) : null;
};

/** Texts for people; a shorter address, path or argument would be another one. */
const CUTTABLE = /(?:^|\.)(?:name|title|description|app|message|ssh_key|become_key|vault_key|auth_secret)$/;
const REFERENCES = /^(?:repository|inventory|environment|view|template|build_template)$/;

const cut: Remedy = (draft, spot, { params }) => {
  const { value, pattern, kind } = spot;
  const isReference = REFERENCES.test(pattern) && kind !== "inventory";
  if (typeof value !== "string" || !(CUTTABLE.test(pattern) || isReference)) return null;
  draft.set(spot, beginning(value, Number(params?.maximum)));
  return { how: "shortened" };
};

const cutList: Remedy = (draft, spot, { params }) => {
  const maximum = Number(params?.maximum);
  if (typeof spot.value === "number") return to(maximum)(draft, spot, { path: "", key: "tooLarge" });
  if (!Array.isArray(spot.value)) return null;
  draft.set(spot, spot.value.slice(0, maximum));
  return { how: "shortened" };
};

/** An invalid time leaves the schedule as it is, and inactive: a person sees what was meant. */
const kept: Remedy = () => ({ how: "kept" });

/** So does what fails when a workflow gets there. */
const keptInGraph: Remedy = (_draft, { pattern }) =>
  /^graph\.(?:nodes|edges)\./.test(pattern) ? { how: "kept" } : null;

/** A final node runs last, whatever edges lead to it. */
const edgeOfFinal: Remedy = (draft, spot) => {
  const { entry, value } = spot;
  const nodes = isEntry(entry) && isEntry(entry.graph) ? entry.graph.nodes : null;
  const target = isEntry(nodes) ? nodes[String(value)] : null;
  return isEntry(target) && target.final === true ? leaveOutPart(draft, spot) : awaitDecisionBefore(draft, spot);
};

const edgeWithoutNode: Remedy = (draft, spot) =>
  spot.path.at(-1) === "to" ? leaveOutPart(draft, spot) : awaitDecisionBefore(draft, spot);

const keyType = ({ value }: Spot) => (value === "string" ? "login_password" : "none");

function inventoryType({ value }: Spot): string {
  if (typeof value !== "string") return "static";
  if (value.includes("workspace")) return value.includes("tofu") ? "tofu-workspace" : "terraform-workspace";
  return /ya?ml/.test(value) ? "static-yaml" : "static";
}

/** A word that this version doesn't know. */
const unknownWord: Remedy = (draft, spot, issue) => {
  if (spot.pattern === "survey_vars.type") {
    return to(surveyType(String(spot.value)))(draft, spot, issue);
  }
  return null;
};

function surveyType(word: string): string {
  if (/secret|password/i.test(word)) return "secret";
  return word === "select" ? "enum" : "string";
}

const listOfArguments = converted(({ value }) => toArguments(value));
/** The text, or the variables in it, without what cannot be stored. */
const storableText = converted(({ value }) => {
  if (typeof value !== "string") return undefined;
  const variables = parseJson(value);
  return isEntry(variables) ? storableJson(JSON.stringify(variables), "") : withoutUnstorable(value);
});
const longNumbersAsText = converted(({ value }) => (typeof value === "string" ? quoteLongNumbers(value) : undefined));
const leftOut: Remedy = (draft, spot) => leaveOutPart(draft, spot);

/** By what is wrong. Whatever is not here is cleared, or left out where that doesn't help. */
export const REMEDIES: Partial<Record<ErrorKey, Remedy>> = {
  wrongType: ofType,
  integerRequired: (draft, spot, issue) => changed(({ value }) => toNumber(value))(draft, spot, issue),
  zeroOrGreater: to(0),
  invalidValue: unknownWord,
  tooLong: cut,
  tooLarge: cutList,
  nulCharacter: storableText,
  characterInvalid: storableText,
  numberTooLarge: (draft, spot, issue) => keptInGraph(draft, spot, issue) ?? longNumbersAsText(draft, spot, issue),

  keyNameRequired: to(NO_NAME),
  repositoryNameRequired: to(NO_NAME),
  nameRequired: to(NO_NAME),
  environmentNameRequired: to(NO_NAME),
  viewTitleRequired: to(NO_NAME),
  templateNameRequired: to(NO_NAME),
  integrationNameRequired: to(NO_NAME),
  projectNameRequired: to(NO_NAME),
  backupNameRepeated: rename,

  keyTypeRequired: changed(keyType),
  inventoryTypeUnsupported: changed(inventoryType),
  inventoryPathInvalid: changed(({ value }) => toRepositoryPath(value)),
  inventoryPathRequired: to(NO_PLAYBOOK),
  inventoryOtherKind: kept,
  templateTypeInvalid: to(""),
  secretTypeInvalid: to("var"),
  secretNameTaken: leftOut,
  variableNameInvalid: adjustVariable,
  variableNameReserved: adjustVariable,
  envVarNotText: adjustVariable,

  startVersionRequired: to("0.0.0"),
  templatePlaybookRequired: to(NO_PLAYBOOK),
  playbookInvalid: changed(({ value }) => toRepositoryPath(value) ?? NO_PLAYBOOK),
  templateArgumentsInvalid: listOfArguments,
  argumentsNotJson: listOfArguments,
  templateInventoryRequired: (draft, spot, issue) => addNamed(draft, spot, issue, "inventories"),
  templateRepositoryRequired: leftOut,
  repositoryKeyRequired: (draft, spot, issue) => addNamed(draft, spot, issue, "keys"),
  urlCredentials: withoutCredentials,
  backupReferenceMissing: adjustReference,
  buildTemplateRequired: ordinary,
  buildTemplateNoBuild: ordinary,
  buildTemplateCycle: ordinary,
  nodeTemplateMissing: awaitDecision,
  workflowCycle: awaitDecision,
  workflowTooDeep: awaitDecision,
  timezoneUnknown: awaitDecision,
  graphCycle: awaitDecisionBefore,
  edgeNodeMissing: edgeWithoutNode,
  finalHasNoEdges: edgeOfFinal,
  deployAutoruns: changed(() => false),
  graphEmpty: kept,
  approvalTextRequired: keptInGraph,
  roleInvalid: keptInGraph,
  joinNeverHolds: keptInGraph,
  waitTimeRequired: keptInGraph,
  edgesUnique: keptInGraph,
  matrixNotList: keptInGraph,
  variableRequired: keptInGraph,
  nodeAnswerUnknown: keptInGraph,
  digitsOnly: keptInGraph,
  notAnOption: keptInGraph,
  notForThisApp: keptInGraph,
  secretNeedsSecret: keptInGraph,
  secretUnknown: keptInGraph,
  expressionInvalid: keptInGraph,
  expressionName: keptInGraph,
  expressionFunction: keptInGraph,
  expressionNested: keptInGraph,
  expressionType: keptInGraph,
  appUnknown: addApp,
  appInactive: kept,

  vaultKeyNoPassword: vaultKey,
  vaultKeyRequired: leftOut,
  vaultNameInvalid: changed(({ value }) =>
    toIdentifier(value)
      ?.toLowerCase()
      .replace(/[^a-z0-9_.-]/g, "_"),
  ),
  vaultNamesUnique: rename,
  surveyNameRequired: adjustSurvey,
  surveyTitleRequired: adjustSurvey,
  surveyVarNameInvalid: adjustSurvey,
  surveyNamesUnique: rename,
  enumValuesRequired: adjustSurvey,
  enumValueNameRequired: adjustSurvey,
  enumValueNamesUnique: adjustSurvey,

  aliasShort: (draft, spot) => {
    draft.set(spot, newAlias());
    return { how: "replaced" };
  },
  authMethodInvalid: to("token"),
  cronInvalid: kept,
  cronProblem: kept,
  cronMinute: kept,
  cronHour: kept,
  cronDay: kept,
  cronMonth: kept,
  cronWeekday: kept,
};

/** Removes the value; null if there is none to remove. */
export const cleared: Remedy = (draft, spot) => {
  const { path, value } = spot;
  const isItem = /^\d+$/.test(path.at(-1) ?? "");
  if (path.length === 0 || isItem || value === undefined || value === null) return null;
  draft.set(spot, undefined);
  return { how: "cleared" };
};
