import { CompletionContext, type CompletionSource } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { describe, expect, test } from "vitest";
import { loadLanguage } from "@/components/form/code/use-editor";

const TEXT = `name: Report
app: bash
repository: Elsewhere
environments:
  - Live
  - Gone
survey_vars:
  - name: size
    title: Size
vaults: []
`;

async function marked(path: string, text = TEXT): Promise<string> {
  const { placeOf } = await loadLanguage("yaml");
  const { from, to } = placeOf?.(text, path) ?? { from: 0, to: 0 };
  return text.slice(from, to);
}

describe("where an error of the server belongs", () => {
  test.each([
    ["name", "Report"],
    ["repository", "Elsewhere"],
    ["environments.1", "Gone"],
    ["survey_vars.0.title", "Size"],
  ])("%s is %j", async (path, text) => {
    expect(await marked(path)).toBe(text);
  });

  test.each([
    ["survey_vars.0.values.3.name", "name: size\n    title: Size\n"],
    ["vaults.2.vault_key", "[]"],
  ])("%s is missing, so that what is above it is marked", async (path, text) => {
    expect(await marked(path)).toBe(text);
  });

  test.each(["inventory", "", "a.b.c"])("%j is nowhere, so that the first line is marked", async (path) => {
    expect(await marked(path)).toBe("name: Report");
  });

  test("a text that can't be read has its first line too", async () => {
    expect(await marked("app", "[")).toBe("[");
    expect(await marked("app", "")).toBe("");
  });
});

describe("YAML in general", () => {
  async function kinds(text: string): Promise<string[]> {
    const { extension, problemsIn } = await loadLanguage("yaml");
    return problemsIn(EditorState.create({ doc: text, extensions: [extension] })).map(({ kind }) => kind);
  }

  test.each([
    [TEXT, []],
    ["", []],
    ["- a list\n- is YAML, too\n", []],
    ["name: x\nname: y\n", ["duplicate"]],
    ["a:\n\tb: c\n", ["tab"]],
    // Told apart by the parser's sentences, which another version may word differently.
    ['a: "b\n', ["unclosed"]],
    ["a: 'b\n", ["unclosed"]],
    ["a: [b\n", ["unclosed"]],
    ["[b\n", ["unclosed"]],
    ["a: {b: c\n", ["unclosed"]],
    ["a: b\nreposi\n", ["colon"]],
    ["key: !custom value\n", []],
  ])("%j: %j", async (text, expected) => {
    expect(await kinds(text)).toEqual(expected);
  });

  test("every problem is within the text", async () => {
    const { extension, problemsIn } = await loadLanguage("yaml");
    for (const text of ["a: [", "a: {b: ", 'a: "', "a:\n\t", "a: b: c", "? a\n: : b"]) {
      for (const { from, to } of problemsIn(EditorState.create({ doc: text, extensions: [extension] }))) {
        expect(from).toBeGreaterThanOrEqual(0);
        expect(to).toBeGreaterThanOrEqual(from);
        expect(to).toBeLessThanOrEqual(text.length);
      }
    }
  });
});

describe("a template as text", () => {
  const stateOf = async (text: string) => {
    const language = await loadLanguage("template-yaml");
    return { ...language, state: EditorState.create({ doc: text, extensions: [language.extension] }) };
  };
  async function problems(text: string): Promise<string[]> {
    const { problemsIn, state } = await stateOf(text);
    return problemsIn(state).map(({ kind, from, to }) => `${kind} ${text.slice(from, to)}`);
  }
  async function offered(text: string): Promise<string[]> {
    const { state } = await stateOf(text);
    const [source] = state.languageDataAt<CompletionSource>("autocomplete", text.length);
    const result = await source?.(new CompletionContext(state, text.length, true));
    return result?.options.map(({ label }) => label) ?? [];
  }

  test("an unknown key is marked before it is saved", async () => {
    expect(await problems(TEXT)).toEqual([]);
    expect(await problems("name: x\nfoo: bar\nlaunch:\n  other: ask\n")).toEqual(["unknown foo"]);
    expect(await problems("name: x\nreposi\n")).toEqual(["colon reposi"]);
  });

  test("its fields are completed at the beginning of a line, and those that a start may ask for", async () => {
    expect(await offered("name: x\nreposi")).toContain("repository");
    expect(await offered("name: x\nlaunch:\n  lim")).toContain("limit");
    expect(await offered("name: repo")).toEqual([]);
    expect(await offered("vaults:\n  - n")).toEqual([]);
  });
});
