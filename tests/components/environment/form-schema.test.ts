import { describe, expect, it } from "vitest";
import { EnvironmentFormInput } from "@/components/environment/environment-form-schema";
import { BLANK, type EnvironmentValues, valuesOf } from "@/components/environment/environment-values";
import { type Environment, EnvironmentInput } from "@/lib/environment/schema";

const secret = (id: number, type: "var" | "env", name: string) =>
  ({ id, type, name, secret: "", operation: "" }) as const;

const stored: Environment = {
  id: 1,
  name: "production",
  project_id: 1,
  password: null,
  json: '{ "port": 8080, "big": 1.5 }',
  env: '{"A":"1"}',
  secrets: [
    secret(1, "env", "KEPT"),
    secret(2, "var", "renamed"),
    secret(3, "env", "REPLACED"),
    secret(4, "env", "GONE"),
  ],
};

const send = (values: EnvironmentValues) => EnvironmentFormInput.parse(values);
const problems = (values: Partial<EnvironmentValues>) =>
  Object.fromEntries(
    (EnvironmentFormInput.safeParse({ ...BLANK, name: "x", ...values }).error?.issues ?? []).map((issue) => [
      issue.path.join("."),
      issue.message,
    ]),
  );

describe("EnvironmentFormInput", () => {
  it("sends unchanged fields exactly as they were stored", () => {
    const sent = send(valuesOf(stored));
    expect(sent.json).toBe(stored.json);
    expect(EnvironmentInput.parse(sent).secrets).toEqual([]);
  });

  it("marks secrets as new, changed or deleted for the server", () => {
    const values = valuesOf(stored);
    const [kept, renamed, replaced] = values.secrets;
    if (!kept || !renamed || !replaced) throw new Error("three secrets were stored");
    const secrets = [
      kept,
      { ...renamed, name: "new_name" },
      { ...replaced, value: "other" },
      { secret_id: null, type: "env" as const, name: "NEW", value: "fresh" },
    ];
    expect(EnvironmentInput.parse(send({ ...values, secrets })).secrets).toEqual([
      { id: 2, type: "var", name: "new_name", secret: "", operation: "update", index: 1 },
      { id: 3, type: "env", name: "REPLACED", secret: "other", operation: "update", index: 2 },
      { id: null, type: "env", name: "NEW", secret: "fresh", operation: "create", index: 3 },
      { id: 4, type: "env", name: "GONE", secret: "", operation: "delete", index: 4 },
    ]);
  });

  it("opens as JSON when a table can't show the variables", () => {
    expect(valuesOf({ ...stored, json: '{"a":[1]}' })).toMatchObject({ mode: "json", vars: [] });
    expect(valuesOf({ ...stored, json: '{"a": 1.0}' })).toMatchObject({ mode: "json", vars: [] });
    expect(valuesOf(stored)).toMatchObject({ mode: "table", env: [{ name: "A", value: "1" }] });
  });

  it("reports errors at the invalid row", () => {
    expect(problems({ name: " " })).toEqual({ name: "environmentNameRequired" });
    expect(problems({ mode: "json", json: "{" })).toEqual({ json: "extraVarsNotJson" });
    expect(
      problems({
        env: [
          { name: "OK", value: "1" },
          { name: "1X", value: "2" },
        ],
      }),
    ).toEqual({
      "env.1.name": "variableNameInvalid",
    });
    expect(problems({ env: [{ name: "LD_PRELOAD", value: "x" }] })).toEqual({ "env.0.name": "variableNameReserved" });
    expect(
      problems({
        vars: [
          { name: "a", value: "1" },
          { name: "a", value: "2" },
        ],
      }),
    ).toEqual({
      "vars.1.name": "variableNameTaken",
    });
    const fresh = { secret_id: null, type: "env" as const, value: "x" };
    expect(
      problems({
        secrets: [
          { ...fresh, name: "GOOD" },
          { ...fresh, name: "not good" },
        ],
      }),
    ).toEqual({
      "secrets.1.name": "variableNameInvalid",
    });
  });

  it("doesn't validate a hidden table", () => {
    expect(problems({ mode: "json", json: "{}", vars: [{ name: "", value: "x" }] })).toEqual({});
  });
});
