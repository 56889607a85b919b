import { describe, expect, it } from "vitest";
import { inventoryProblem, isInline } from "@/lib/inventory/rules";

describe("inventoryProblem", () => {
  it.each([
    ["static", "[web]\nhost1", null],
    ["static", "", null],
    ["static", "#!/bin/sh\nid", null],
    ["static-yaml", "all: {}", null],
    ["file", "hosts", null],
    ["file", "inv/dev/hosts", null],
    ["file", " ", "inventoryPathRequired"],
    ["file", "../hosts", "inventoryPathInvalid"],
    ["file", "a/../../hosts", "inventoryPathInvalid"],
    ["file", "/etc/hosts", "inventoryPathInvalid"],
    ["file", "-i", "inventoryPathInvalid"],
    ["terraform-workspace", "prod-1.eu_2", null],
    ["terraform-workspace", "", null],
    ["tofu-workspace", "default", null],
    ["terraform-workspace", "../../x", "workspaceInvalid"],
    ["terraform-workspace", "-or-create", "workspaceInvalid"],
    ["terraform-workspace", "a b", "workspaceInvalid"],
    ["tofu-workspace", "..", "workspaceInvalid"],
    ["tofu-workspace", "x".repeat(300), "workspaceInvalid"],
  ])("of type %s with %j returns %s", (type, inventory, problem) => {
    expect(inventoryProblem(type, inventory)).toBe(problem);
  });
});

describe("isInline", () => {
  it("is true for the types whose text may be confidential", () => {
    const types = ["static", "static-yaml", "file", "terraform-workspace", "tofu-workspace"];
    expect(types.filter(isInline)).toEqual(["static", "static-yaml"]);
  });
});
