import { variableNameProblem } from "@/lib/environment/rules";
import { beginning } from "@/lib/protocol/storable";
import { surveyVarProblems } from "@/lib/template/rules";
import type { SurveyVar } from "@/lib/template/schema";
import { ENCRYPTED } from "./credentials";
import type { JobTemplate, Question } from "./schema";

/** A survey, the answers of questions that are left open, and what it can't express, in sentences. */
export type Survey = {
  survey_vars: SurveyVar[];
  defaults: Record<string, string | number>;
  /** Names of secret answers that have a default. */
  secrets: string[];
  gaps: string[];
};

const TYPES: Readonly<Record<string, SurveyVar["type"]>> = {
  integer: "int",
  password: "secret",
  multiplechoice: "enum",
};

/** A default becomes a variable of the environment, which an answer replaces. */
export function surveyOf({ survey_enabled, related }: JobTemplate): Survey {
  const survey: Survey = { survey_vars: [], defaults: {}, secrets: [], gaps: [] };
  const questions = related?.survey_spec?.spec ?? [];
  if (!survey_enabled && questions.length > 0) survey.gaps.push("its survey is turned off");
  for (const question of survey_enabled ? questions : []) addQuestion(survey, question);
  return survey;
}

function addQuestion(survey: Survey, question: Question): void {
  const { variable: name, type, question_name } = question;
  const variable = variableFor(question);
  const [problem] = surveyVarProblems(variable);
  if (problem) {
    survey.gaps.push(`the question "${question_name}": "${name}" can't be a variable of the type ${type}`);
    return;
  }
  survey.survey_vars.push(variable);
  setDefault(survey, question);
  if (type === "multiselect") survey.gaps.push(`the variable ${name} is now a text with commas instead of a list`);
  if (type === "float") survey.gaps.push(`the answer ${name} may be any text, not only a number`);
  if (isLimited(question)) survey.gaps.push(`the limits of ${name} (${question.min} to ${question.max})`);
}

function variableFor(question: Question): SurveyVar {
  const { variable: name, question_name, type, choices } = question;
  return {
    name: name.trim(),
    title: beginning(question_name || name, 255),
    required: question.required && !hasDefault(question),
    type: TYPES[type] ?? "",
    description: descriptionOf(question),
    values: type === "multiplechoice" ? [...new Set(choices)].map((choice) => ({ name: choice, value: choice })) : null,
  };
}

const hasDefault = ({ default: value }: Question): boolean => textOf(value) !== "";

const textOf = (value: Question["default"]): string =>
  Array.isArray(value) ? value.join(",") : String(value ?? "").replaceAll("\n", ",");

function descriptionOf({ question_description, type, choices, default: value }: Question): string {
  const hints = [
    question_description,
    type === "multiselect" ? `One or more of, separated by commas: ${choices.join(", ")}` : "",
    textOf(value) !== "" && type !== "password" ? `Default: ${textOf(value)}` : "",
  ];
  return beginning(hints.filter(Boolean).join("\n"), 1000);
}

function setDefault(survey: Survey, question: Question): void {
  if (!hasDefault(question)) return;
  const { variable: name, type, default: value } = question;
  // Passwords are exported as "$encrypted$".
  if (type === "password" && variableNameProblem(name.trim()) === null) survey.secrets.push(name.trim());
  else if (type === "password") survey.gaps.push(`the default of ${name}, a name that no secret variable can have`);
  else if (textOf(value) !== ENCRYPTED)
    survey.defaults[name.trim()] =
      type === "integer" ? Number(value) : type === "multiselect" ? textOf(value) : String(value);
}

/** AWX's own limits of texts, 0 to 1024 characters, don't count. */
const isLimited = ({ type, min, max }: Question): boolean =>
  ["text", "textarea", "password", "integer", "float"].includes(type) &&
  ((Number(min ?? 0) > 0 && min !== "") || (Number(max || 1024) !== 1024 && max !== ""));
