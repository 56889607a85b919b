import { z } from "zod";
import { type EnvironmentValues, inputOf } from "@/components/environment/environment-values";
import { rowProblems } from "@/components/environment/variable-rows";
import { EnvironmentInput } from "@/lib/environment/schema";

/** Converts the form's tables to the API's format, and the API's errors to errors of rows. */
export const EnvironmentFormInput = z.custom<EnvironmentValues>().transform((values, context) => {
  const refuse = (path: PropertyKey[], message: string) =>
    context.addIssue({ code: "custom", path: [...path], message });
  const tables = values.mode === "table" ? (["vars", "env"] as const) : (["env"] as const);
  for (const table of tables) {
    for (const { index, message } of rowProblems(values[table])) refuse([table, index, "name"], message);
  }
  const input = inputOf(values);
  for (const { path, message } of EnvironmentInput.safeParse(input).error?.issues ?? []) {
    refuse(placeInForm(path, values), message);
  }
  return input;
});

function placeInForm(path: PropertyKey[], { mode, env }: EnvironmentValues): PropertyKey[] {
  const [field, item, part] = path;
  if (field === "json") return [mode === "table" ? "vars" : "json"];
  if (field === "env" && item !== undefined) return ["env", env.findIndex(({ name }) => name === item), "name"];
  if (field === "secrets" && part === "secret") return ["secrets", item ?? 0, "value"];
  return path;
}
