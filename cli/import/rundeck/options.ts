import { surveyVarProblems } from "@/lib/template/rules";
import type { SurveyVar } from "@/lib/template/schema";
import { doubleQuoted, shellWord } from "../foreign/shell";
import { variableOf } from "./references";
import type { Option } from "./schema";

/** The survey of a job's options, and what it can't express, in sentences. */
export function surveyOf(options: readonly Option[]): { survey_vars: SurveyVar[]; problems: string[] } {
  const problems: string[] = [];
  const survey_vars: SurveyVar[] = [];
  for (const option of options) {
    const variable = variableFor(option);
    const [problem] = surveyVarProblems(variable);
    if (isForRemoteOnly(option)) problems.push(`option ${option.name} is a password for nodes, not for scripts`);
    else if (problem) problems.push(`option ${option.name} can't be the name of a variable`);
    else survey_vars.push(variable);
    problems.push(...gapsOf(option).map((gap) => `option ${option.name} ${gap}`));
  }
  return { survey_vars, problems };
}

const isForRemoteOnly = ({ secure, valueExposed }: Option): boolean => secure && !valueExposed;

function variableFor(option: Option): SurveyVar {
  const { label, value, required, storagePath } = option;
  const isChoice = isEnum(option);
  return {
    name: variableName(option),
    title: (label || option.name).slice(0, 255),
    // A default stands in the script.
    required: required && value === "" && storagePath === "",
    type: option.secure ? "secret" : isChoice ? "enum" : "",
    description: descriptionOf(option, isChoice),
    values: isChoice ? [...new Set(choicesOf(option))].map((choice) => ({ name: choice, value: choice })) : null,
  };
}

/** A secret answer is an environment variable, so its name must be one that bash takes. */
const variableName = ({ name, secure }: Option): string =>
  secure ? name.replace(/^(?=\d)/, "_").replace(/\W/g, "_") : name;

const choicesOf = ({ values }: Option): string[] => (values ?? []).filter((value) => value.trim() !== "");

const isEnum = (option: Option): boolean =>
  option.enforced && !option.multivalued && !option.secure && choicesOf(option).length > 0;

function descriptionOf(
  { description, value, values, multivalued, delimiter, secure }: Option,
  isChoice: boolean,
): string {
  const hints = [
    description.trim(),
    !isChoice && values?.length ? `Values: ${values.join(", ")}` : "",
    multivalued ? `Several values are separated by "${delimiter || ","}"` : "",
    value !== "" && !secure ? `Default: ${value}` : "",
  ];
  return hints.filter(Boolean).join("\n").slice(0, 1000);
}

function gapsOf(option: Option): string[] {
  const { regex, valuesUrl, storagePath, type, enforced, multivalued } = option;
  const gaps: [unknown, string][] = [
    [regex, `is not checked against ${regex}`],
    [valuesUrl, `took its values from ${valuesUrl}`],
    [storagePath, `took its default from the key storage (${storagePath}): enter it at the start of a task`],
    [type === "file", "was an uploaded file"],
    [enforced && multivalued, "is not checked against its values"],
    [variableName(option) !== option.name, `is now called ${variableName(option)}`],
  ];
  return gaps.flatMap(([applies, gap]) => (applies ? [gap] : []));
}

/**
 * Sets the variables that the steps read: plain options arrive as `name=value` arguments, secret ones as environment
 * variables, and defaults fill the rest.
 */
export function optionLines(options: readonly Option[]): string {
  const used = options.filter((option) => !isForRemoteOnly(option));
  if (used.length === 0) return "";
  const plain = used.filter(({ secure }) => !secure);
  const cases = plain.map(({ name }) => `    ${shellWord(name)}=*) export ${variableOf(name)}="\${argument#*=}" ;;`);
  const secrets = used.filter(({ secure }) => secure);
  const defaults = used.filter(({ value, secure }) => value !== "" && !secure);
  return [
    ...(plain.length > 0 ? ['for argument in "$@"; do', '  case "$argument" in', ...cases, "  esac", "done"] : []),
    ...secrets.map(
      (option) => `export ${variableOf(option.name)}="\${${variableOf(option.name)}-\${${variableName(option)}-}}"`,
    ),
    ...defaults.map(
      ({ name, value }) =>
        `export ${variableOf(name)}="\${${variableOf(name)}:-${doubleQuoted(value).replaceAll("}", "\\}")}}"`,
    ),
  ].join("\n");
}
