import { describe, expect, it } from "vitest";
import { BackupFile, ImportRequest, RestoreRequest } from "@/lib/backup/schema";
import { AppError } from "@/lib/operation/errors";
import { parse } from "@/lib/operation/parse";
import { changed, fullFile, oldFile } from "./files";

const LISTS = [
  "keys",
  "repositories",
  "inventories",
  "environments",
  "views",
  "templates",
  "integrations",
  "integration_aliases",
] as const;

function problemsOf(file: unknown): [string, string][] {
  try {
    parse(BackupFile, file);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return (error.details.issues ?? []).map(({ path, key }) => [path, key]);
  }
}

describe("valid files", () => {
  it("a name is enough", () => {
    const file = BackupFile.parse({ meta: { name: "Bare" } });
    expect(file.meta).toEqual({ name: "Bare", alert: false, alert_chat: null, max_parallel_tasks: 0, type: "" });
    expect(LISTS.map((list) => file[list])).toEqual(LISTS.map(() => []));
  });

  it("missing and null lists are empty", () => {
    for (const list of LISTS) {
      expect(BackupFile.parse(changed(fullFile(), list, undefined))[list]).toEqual([]);
      expect(BackupFile.parse(changed(fullFile(), list, null))[list]).toEqual([]);
    }
  });

  it("an old file gets default values", () => {
    const file = BackupFile.parse(oldFile());
    expect(file.environments[0]).toEqual({ name: "empty", json: "{}", env: null, password: null, secrets: [] });
    expect(file.templates[0]).toMatchObject({ app: "ansible", type: "", vaults: [], vault_key: "vault", cron: null });
  });

  it("everything else in a file is left out", () => {
    const file = fullFile();
    const strange = {
      ...file,
      users: [{ admin: true }],
      meta: { ...file.meta, id: 7, created: "2020-01-01" },
      keys: [{ ...file.keys[0], id: 1, project_id: 9, secret: "x", login_password: { login: "a", password: "b" } }],
    };
    const parsed = BackupFile.parse(strange);
    expect(parsed).not.toHaveProperty("users");
    expect(parsed.meta).not.toHaveProperty("id");
    expect(parsed.keys).toEqual([{ name: "None", type: "none" }]);
  });

  it("its result parses to the same value", () => {
    const once = BackupFile.parse(fullFile());
    expect(BackupFile.parse(once)).toEqual(once);
  });
});

const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`);

describe("rejected files, with the path", () => {
  it.each<[string, unknown, string, string]>([
    ["no object", [], "", "wrongType"],
    ["nothing", undefined, "", "wrongType"],
    ["no meta", {}, "meta", "backupMetaMissing"],
    ["any other JSON", { a: 1 }, "meta", "backupMetaMissing"],
    ["a meta that is no object", { meta: "x" }, "meta", "backupMetaMissing"],
    ["no name", { meta: {} }, "meta.name", "projectNameRequired"],
    ["a blank name", { meta: { name: " " } }, "meta.name", "projectNameRequired"],
    ["a negative limit", { meta: { name: "a", max_parallel_tasks: -1 } }, "meta.max_parallel_tasks", "zeroOrGreater"],
    ["a list that is no array", changed(fullFile(), "keys", {}), "keys", "wrongType"],
    ["an entry that is no object", changed(fullFile(), "keys.1", null), "keys.1", "wrongType"],
    ["an unknown key type", changed(fullFile(), "keys.1.type", "magic"), "keys.1.type", "keyTypeRequired"],
    ["a key without a name", changed(fullFile(), "keys.1.name", ""), "keys.1.name", "keyNameRequired"],
    ["a number for a name", changed(fullFile(), "views.0.title", 4), "views.0.title", "wrongType"],
    ["a view without a title", changed(fullFile(), "views.0.title", ""), "views.0.title", "viewTitleRequired"],
    [
      "an unknown inventory type",
      changed(fullFile(), "inventories.0.type", "cloud"),
      "inventories.0.type",
      "inventoryTypeUnsupported",
    ],
    [
      "bad arguments",
      changed(fullFile(), "templates.1.arguments", "-v"),
      "templates.1.arguments",
      "templateArgumentsInvalid",
    ],
    [
      "an unknown template type",
      changed(fullFile(), "templates.0.type", "job"),
      "templates.0.type",
      "templateTypeInvalid",
    ],
    [
      "a survey without values",
      changed(fullFile(), "templates.1.survey_vars.0.values", []),
      "templates.1.survey_vars.0.values",
      "enumValuesRequired",
    ],
    [
      "a vault with an invalid name",
      changed(fullFile(), "templates.1.vaults.1.name", "a b"),
      "templates.1.vaults.1.name",
      "vaultNameInvalid",
    ],
    [
      "a NUL character",
      changed(fullFile(), "templates.2.description", "a\0b"),
      "templates.2.description",
      "characterInvalid",
    ],
    [
      "a lone surrogate",
      changed(fullFile(), "templates.1.survey_vars.0.title", "a\ud83db"),
      "templates.1.survey_vars.0.title",
      "characterInvalid",
    ],
    [
      "a lone surrogate in a name",
      changed(fullFile(), "integrations.0.task_params", { a: { "\udc00": 1 } }),
      "integrations.0.task_params.a",
      "characterInvalid",
    ],
    [
      "a NUL character in parameters",
      changed(fullFile(), "integrations.0.task_params", { a: ["b", "\0"] }),
      "integrations.0.task_params.a.1",
      "characterInvalid",
    ],
    [
      "an unknown authentication method",
      changed(fullFile(), "integrations.0.auth_method", "rot13"),
      "integrations.0.auth_method",
      "authMethodInvalid",
    ],
    [
      "an unknown comparison",
      changed(fullFile(), "integrations.0.matchers.0.method", "like"),
      "integrations.0.matchers.0.method",
      "matcherMethodRequired",
    ],
    [
      "an alias with a path",
      changed(fullFile(), "integration_aliases", ["good", "../bad"]),
      "integration_aliases.1",
      "invalidValue",
    ],
    ["depth", changed(fullFile(), "integrations.0.task_params", nested(100)), "", "backupTooDeep"],
    ["great depth", changed(fullFile(), "integrations.0.task_params", nested(10_000)), "", "backupTooDeep"],
    [
      "too many entries",
      { meta: { name: "a" }, keys: new Array(10_001).fill({ name: "k", type: "none" }) },
      "keys",
      "tooLarge",
    ],
  ])("%s", (_what, file, path, key) => {
    expect(problemsOf(file)).toContainEqual([path, key]);
  });

  it("all of them at once", () => {
    const file = changed(changed(fullFile(), "keys.0.type", ""), "views.0.title", "");
    expect(problemsOf(file)).toEqual([
      ["keys.0.type", "keyTypeRequired"],
      ["views.0.title", "viewTitleRequired"],
    ]);
  });
});

describe("hostile files cost neither much time nor memory", () => {
  const filled = (count: number, value: unknown = 1) => Array(count).fill(value);
  const took = (check: () => void) => {
    const began = performance.now();
    check();
    return performance.now() - began;
  };

  it("of lists in lists, no more is read than a hundred issues need", () => {
    const template = { name: "t", app: "bash", vaults: filled(1000) };
    const file = { meta: { name: "a" }, templates: filled(900, template) };
    expect(took(() => expect(problemsOf(file)).toHaveLength(100))).toBeLessThan(2000);
  });

  it.each([RestoreRequest, ImportRequest])("what holds millions of values is refused before it is read", (request) => {
    const refused = [
      { meta: { name: "a" }, source: "b", junk: filled(8_000_000) },
      { meta: { name: "a" }, source: "b", junk: filled(2_000, filled(1_000)) },
      { meta: { name: "a" }, source: "b", templates: filled(100_001, {}) },
    ];
    for (const file of refused) {
      expect(took(() => expect(() => parse(request, file)).toThrow("tooLarge"))).toBeLessThan(1000);
    }
  });
});
