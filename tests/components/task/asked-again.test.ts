import { expect, test } from "vitest";
import { askedAgain } from "@/components/task/start/asked-again";
import type { SurveyVar } from "@/lib/template/schema";

const variable = (name: string, type: SurveyVar["type"], required = false): SurveyVar => ({
  name,
  title: name,
  description: "",
  type,
  required,
  values: null,
});
const survey = [variable("region", "", true), variable("token", "secret", true), variable("pin", "secret")];
const names = (paths: string[]) =>
  askedAgain(survey, Object.fromEntries(paths.map((path) => [path, "required"])))?.map(({ name }) => name) ?? null;

test("the secrets that a refusal names are asked for, with those that are required", () => {
  expect(names(["secret.pin"])).toEqual(["token", "pin"]);
  expect(names(["secret.other"])).toEqual(["token", "other"]);
  expect(names(["environment.token"])).toEqual(["token"]);
  expect(askedAgain(survey, { "secret.pin": "required" })?.every(({ required }) => required)).toBe(true);
});

test("nothing is asked for if something else is wrong, too", () => {
  expect(names(["secret.pin", "limit"])).toBeNull();
  expect(names(["environment.region"])).toBeNull();
  expect(names([])).toBeNull();
});
