import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import messages from "@/messages/en.json";

/** English texts that users and scripts rely on, so that none changes by accident. */
const KNOWN = {
  "app.titles.ansible": "Ansible Playbook",
  "app.titles.terraform": "Terraform Code",
  "app.titles.tofu": "OpenTofu Code",
  "app.titles.bash": "Bash Script",
  "app.titles.pulumi": "Pulumi Code",
  "app.titles.python": "Python Script",
  "app.titles.powershell": "PowerShell Script",
  "inventory.offered.static": "Ansible Inventory",
  "inventory.offered.terraform-workspace": "Terraform Workspace",
  "inventory.offered.tofu-workspace": "OpenTofu Workspace",
  "survey.types.text": "String",
  "survey.types.int": "Integer",
  "survey.types.secret": "Secret",
  "survey.types.enum": "Enum",
  "task.again.task": "Rerun",
  "task.again.build": "Rebuild",
  "task.again.deploy": "Redeploy",
  "task.forceStop": "Force Stop",
  "integration.addAlias": "Add Alias",
  "integration.loadAlias": "Load Alias",
  "integration.globalAlias": "Global alias",
  "integration.notApplicable": "N/A",
  "common.deleteQuestion.integration": "Are you sure you want to delete this integration?",
  "common.deleteQuestion.extractValue": "Are you sure you want to delete this Integration ExtractValue?",
  "common.deleteQuestion.matcher": "Are you sure you want to delete this Integration Matcher?",
  "common.copied.command": "The command has been copied to the clipboard.",
  "common.copied.alias": "The alias URL has been copied to the clipboard.",
  "project.exported": "Project exported.",
  "template.deleted": "Template deleted.",
  "errors.incorrectUsrPwd": "Incorrect username or password",
  "errors.incorrectUrl": "Incorrect URL",
  "errors.enumValuesRequired": "Enumeration must have values.",
  "errors.enumValueNamesUnique": "Enumeration values must have unique names.",
  "errors.enumValueNameRequired": "Value name cannot be empty.",
  "errors.notATable": "Can't be displayed as table.",
  "errors.nameRequired": "Name is required",
  "errors.projectNameRequired": "Project name is required",
  "errors.passwordRequired": "Password is required",
  "errors.buildVersionRequired": "Build version is required",
  "errors.bodyDataTypeRequired": "Body Data Type is required",
  "errors.valueKeyRequired": "Key is required",
  "errors.matcherKeyRequired": "Key is required",
  "errors.valueVariableRequired": "Variable is required",
  "errors.matchTypeRequired": "Match source is required",
  "errors.integerRequired": "Must be an integer",
  "errors.zeroOrGreater": "Must be 0 or greater",
} as const;

const t = createTranslator({ locale: "en", messages });

test.each(Object.entries(KNOWN))("%s reads %j", (key, text) => {
  expect(t(key as keyof typeof KNOWN)).toBe(text);
});

test("a failed copy shows the reason", () => {
  expect(t("common.copyFailed", { reason: "denied" })).toBe("Can't copy to clipboard: denied");
  expect(t("common.copyCommandFailed", { reason: "denied" })).toBe("Can't copy the command: denied");
});
