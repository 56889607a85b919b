import { expect, test } from "vitest";
import { failureByPlace } from "@/components/project/restore-failure";

const failure = (fields: Record<string, string>) => ({ code: "invalid", message: "First", fields });

test("each error names its path in the file", () => {
  expect(
    failureByPlace(failure({ "templates.3.name": "Name is required", "keys.0.type": "Unknown" }), "Wrong:"),
  ).toEqual({
    code: "invalid",
    message: "Wrong:",
    fields: { "templates.3.name": "templates[3].name: Name is required", "keys.0.type": "keys[0].type: Unknown" },
  });
});

test("an error in the name is shown at the form's own field", () => {
  expect(failureByPlace(failure({ "meta.name": "Too long" }), "Wrong:")).toEqual({
    code: "invalid",
    message: "First",
    fields: { name: "Too long" },
  });
});

test("so is an error in the states' passphrase", () => {
  const fields = { states_passphrase: "Wrong" };
  expect(failureByPlace(failure(fields), "Wrong:")).toEqual({ code: "invalid", message: "First", fields });
});
