import { expect, test } from "vitest";
import { failureByPlace } from "@/components/project/restore-failure";

const failure = (fields: Record<string, string>) => ({ code: "invalid", message: "First", fields });

test("each reason stands beside its place in the file", () => {
  expect(
    failureByPlace(failure({ "templates.3.name": "Name is required", "keys.0.type": "Unknown" }), "Wrong:"),
  ).toEqual({
    code: "invalid",
    message: "Wrong:",
    fields: { "templates.3.name": "templates[3].name: Name is required", "keys.0.type": "keys[0].type: Unknown" },
  });
});

test("the name belongs to the form's own field", () => {
  expect(failureByPlace(failure({ "meta.name": "Too long" }), "Wrong:")).toEqual({
    code: "invalid",
    message: "First",
    fields: { name: "Too long" },
  });
});

test("so does the passphrase of the states", () => {
  const fields = { states_passphrase: "Wrong" };
  expect(failureByPlace(failure(fields), "Wrong:")).toEqual({ code: "invalid", message: "First", fields });
});
