import { describe, expect, test } from "vitest";
import {
  type AskingTemplate,
  asksFirst,
  LAUNCH_FIELDS,
  type Launch,
  launchFieldsOf,
  launchMode,
} from "@/lib/template/rules/launch";
import { launchFlags, launchOf, setFlags } from "@/lib/template/rules/launch-flags";

const without = (...names: string[]) => LAUNCH_FIELDS.filter((name) => !names.includes(name));

describe("the fields of a template", () => {
  test.each([
    ["ansible", "", without("build_task_id", "plan", "destroy")],
    ["terraform", "", ["message", "git_branch", "inventory_id", "environment_id", "arguments", "plan", "destroy"]],
    ["pulumi", "", ["message", "git_branch", "environment_id", "arguments", "plan", "destroy"]],
    ["bash", "", ["message", "git_branch", "environment_id", "arguments"]],
    ["bash", "build", ["message", "git_branch", "environment_id", "arguments"]],
    ["bash", "deploy", ["message", "build_task_id", "git_branch", "environment_id", "arguments"]],
  ])("of %s, type %j", (app, type, fields) => {
    expect(launchFieldsOf({ app, type })).toEqual(fields);
  });
});

describe("a field without a launch setting", () => {
  const byRole = (mayManage: boolean) =>
    Object.fromEntries(LAUNCH_FIELDS.map((field) => [field, launchMode({ launch: {} }, field, { mayManage })]));
  const asked = { message: "ask", build_task_id: "ask", debug: "ask", dry_run: "ask", diff: "ask", plan: "ask" };
  const managed = ["git_branch", "inventory_id", "environment_id", "limit", "tags", "skip_tags", "destroy"];
  const all = (mode: string) => Object.fromEntries(managed.map((field) => [field, mode]));

  test("keeps each role's default", () => {
    expect(byRole(true)).toEqual({ ...asked, ...all("allowed"), arguments: "fixed" });
    expect(byRole(false)).toEqual({ ...asked, ...all("fixed"), arguments: "fixed" });
  });

  test.each(["ask", "allowed", "fixed"] as const)("unlike one set to %s, which applies to every role", (mode) => {
    for (const field of LAUNCH_FIELDS) {
      expect(launchMode({ launch: { [field]: mode } }, field, { mayManage: true })).toBe(mode);
      expect(launchMode({ launch: { [field]: mode } }, field, { mayManage: false })).toBe(mode);
    }
  });
});

describe("the flags of other clients", () => {
  const NOTHING = { launch: null };

  test("open the fields they name", () => {
    const task_params = { allow_override_limit: true, allow_override_inventory: true, allow_debug: true };
    const flags = { allow_override_args_in_task: true, allow_override_branch_in_task: true, task_params };
    expect(launchOf({ ...NOTHING, ...flags }, null)).toEqual({
      arguments: "ask",
      git_branch: "ask",
      limit: "ask",
      inventory_id: "ask",
      debug: "ask",
    });
    expect(launchOf({ launch: {}, task_params }, null)).toEqual({ limit: "ask", inventory_id: "ask" });
  });

  test("are set for the fields that the template names", () => {
    const { allow_override_limit, allow_override_tags, allow_debug, ...others } = setFlags({
      limit: "ask",
      tags: "fixed",
    });
    expect({ allow_override_limit, allow_override_tags, allow_debug }).toEqual({
      allow_override_limit: true,
      allow_override_tags: false,
      allow_debug: undefined,
    });
    expect(Object.values(others).filter((flag) => flag !== undefined)).toEqual([]);
  });

  test("keep what managers may set when they are off", () => {
    const off = { allow_override_branch_in_task: false, task_params: { allow_override_limit: false } };
    expect(launchOf({ ...NOTHING, ...off }, null)).toEqual({});
  });

  const stored: Launch = { arguments: "allowed", limit: "ask", tags: "fixed", destroy: "fixed" };

  test("sent back unchanged have no effect", () => {
    expect(launchOf({ launch: stored, ...launchFlags(stored) }, stored)).toEqual(stored);
    const { allow_override_args_in_task } = launchFlags(stored);
    expect(launchOf({ ...NOTHING, allow_override_args_in_task }, stored)).toEqual(stored);
  });

  test("sent back unchanged with a changed launch keep that launch", () => {
    const changed: Launch = { arguments: "fixed", tags: "allowed" };
    expect(launchOf({ launch: changed, ...launchFlags(stored) }, stored)).toEqual(changed);
    expect(launchOf({ launch: changed, allow_override_args_in_task: true }, null)).toEqual(changed);
  });

  test("take effect if they changed", () => {
    const { task_params } = launchFlags(stored);
    const changed = { allow_override_args_in_task: false, task_params: { ...task_params, allow_override_tags: true } };
    const expected = { limit: "ask", tags: "ask", destroy: "fixed" };
    expect(launchOf({ launch: stored, ...changed }, stored)).toEqual(expected);
    expect(launchOf({ ...NOTHING, ...changed }, stored)).toEqual({ ...expected, debug: "ask" });
  });

  test("that are missing keep settings that only our clients know; without the arguments flag there are none", () => {
    expect(launchOf(NOTHING, stored)).toEqual({ limit: "ask", tags: "fixed", destroy: "fixed" });
  });
});

describe("Run", () => {
  const plain = { app: "ansible", type: "", launch: {}, always_ask: false, survey_vars: null };
  const question = (required: boolean) => ({ survey_vars: [{ required }] });

  test.each<[string, Partial<AskingTemplate>, boolean]>([
    ["nothing that needs a value", {}, false],
    ["optional answers", question(false), false],
    ["a required answer", question(true), true],
    ["the choice to be asked", { always_ask: true }, true],
    ["a build to choose", { type: "deploy" }, true],
    ["a build that is fixed", { type: "deploy", launch: { build_task_id: "fixed" } }, false],
    ["a field that the template asks for", { launch: { limit: "ask" } }, true],
    ["a field that is asked for anyway", { launch: { message: "ask" } }, false],
    ["a field of another application", { app: "bash", launch: { limit: "ask" } }, false],
  ])("of a template with %s asks first: %s", (_, changes, asks) => {
    expect(asksFirst({ ...plain, ...changes }, { mayManage: true })).toBe(asks);
    expect(asksFirst({ ...plain, ...changes }, { mayManage: false })).toBe(asks);
  });
});
