import { type Completion, CompletionContext } from "@codemirror/autocomplete";
import { EditorState } from "@codemirror/state";
import { describe, expect, test } from "vitest";
import { type LanguageName, loadLanguage } from "@/components/form/code/use-editor";

/** What the language finds wrong in the text, with what it marks. */
async function problemsIn(name: LanguageName, text: string) {
  const { extension, problemsIn } = await loadLanguage(name);
  const state = EditorState.create({ doc: text, extensions: [extension] });
  return problemsIn(state).map(({ kind, severity, from, to }) => ({ kind, severity, marked: text.slice(from, to) }));
}

/** The labels offered where the text has a |. */
async function offered(name: LanguageName, text: string): Promise<string[]> {
  const pos = text.indexOf("|");
  const { extension } = await loadLanguage(name);
  const state = EditorState.create({ doc: text.replace("|", ""), extensions: [extension] });
  const context = new CompletionContext(state, pos, true);
  const sources = state.languageDataAt<(of: CompletionContext) => { options: Completion[] } | null>(
    "autocomplete",
    pos,
  );
  return sources.flatMap((source) => source(context)?.options.map(({ label }) => label) ?? []);
}

describe("names that the form knows, in JSON", () => {
  /** The text with the first suggestion for what is before the |; null: there is none. */
  async function completed(text: string): Promise<string | null> {
    const pos = text.indexOf("|");
    const { extension, completeNames } = await loadLanguage("json");
    const doc = text.replace("|", "");
    const context = new CompletionContext(EditorState.create({ doc, extensions: [extension] }), pos, false);
    const result = await completeNames?.(context, async () => ["region", "release"]);
    const first = result?.options[0]?.apply;
    return result && typeof first === "string" ? `${doc.slice(0, result.from)}${first}${doc.slice(pos)}` : null;
  }

  test.each([
    ['{"re|"}', '{"region"}'],
    ["{re|}", '{"region": }'],
    ['{"re|', '{"region": '],
    ['["-e", "re|', '["-e", "region'],
    ['{"a": 1, re|}', '{"a": 1, "region": }'],
    ['["-e", "re|"]', '["-e", "region"]'],
    ['["-var=re|"]', '["-var=region"]'],
    ["[re|]", '["region"]'],
  ])("completes %j", async (text, expected) => {
    expect(await completed(text)).toBe(expected);
  });

  test.each(['{"a": "re|"}', "|", "[|]"])("suggests nothing in %j", async (text) => {
    expect(await completed(text)).toBeNull();
  });
});

describe("an inventory of Ansible as INI", () => {
  const problems = (text: string) => problemsIn("ansible-ini", text);
  const VALID = `# all of them
lonely.example.com
[web] # front
web[01:10].example.com ansible_port=2222 note="two words" # the usual ones
[2001:db8::1]:2222
[web:vars]
greeting=hello world, it's fine
; also a comment
[all:children]
web
`;

  test("has nothing to be said about a valid one", async () => {
    expect(await problems(VALID)).toEqual([]);
  });

  test.each([
    ["[web", "section", "[web"],
    ["[web server]", "section", "[web server]"],
    ["[web:childs]\nx", "section", "[web:childs]"],
    ["web1 port", "pair", "web1 port"],
    ["[web:vars]\n  debug", "pair", "debug"],
    ["[web:children]\ndb one=2", "pair", "db one=2"],
    ['web1 note="open', "unclosed", 'web1 note="open'],
  ])("marks %j as %s", async (text, kind, marked) => {
    expect(await problems(text)).toEqual([{ kind, severity: "error", marked }]);
  });

  test("suggests sections, groups, variables and their values, each where it belongs", async () => {
    expect(await offered("ansible-ini", "[web]\n[|")).toEqual([
      "[all:vars]",
      "[all:children]",
      "[web:vars]",
      "[web:children]",
    ]);
    expect(await offered("ansible-ini", "[web]\na\n[all:children]\n|")).toEqual(["web", "all"]);
    expect(await offered("ansible-ini", "[web]\n|")).toEqual([]);
    expect(await offered("ansible-ini", "[web]\nweb1 ans|")).toContain("ansible_host");
    expect(await offered("ansible-ini", "[web:vars]\n|")).toContain("ansible_user");
    expect(await offered("ansible-ini", "web1 ansible_connection=|")).toContain("local");
    expect(await offered("ansible-ini", "# ansible|")).toEqual([]);
  });
});

describe("an inventory of Ansible as YAML", () => {
  const problems = (text: string) => problemsIn("ansible-yaml", text);

  test("has nothing to be said about a valid one", async () => {
    const valid = `all:
  vars: &shared {ansible_user: ops, token: !vault "x"}
  children:
    web:
      hosts:
        web1.example.com:
        web2.example.com: {ansible_port: 2222}
      vars:
        <<: *shared
    empty:
  hosts: localhost
`;
    expect(await problems(valid)).toEqual([]);
    expect(await problems("")).toEqual([]);
  });

  test.each([
    ["all:\n\thosts:\n", "tab", "error"],
    ["all:\n  hosts: {a: }\n  hosts: {b: }\n", "duplicate", "warning"],
    ['all:\n  vars: {a: "open}\n', "unclosed", "error"],
    ["all:\n  host:\n    a:\n", "group", "warning"],
    ["all:\n  children:\n    web:\n      host: x\n", "group", "warning"],
    ["all:\n  hosts:\n    - a\n", "mapping", "error"],
    ["- a\n", "mapping", "error"],
    ["all:\n  children:\n    web: a\n", "mapping", "error"],
    ["all: a: b\n", "invalid", "error"],
  ])("marks %j as %s", async (text, kind, severity) => {
    expect((await problems(text))[0]).toMatchObject({ kind, severity });
  });

  test("suggests the keys of groups, hosts and variables, each where it belongs", async () => {
    expect(await offered("ansible-yaml", "|")).toEqual(["all", "ungrouped"]);
    expect(await offered("ansible-yaml", "all:\n  h|")).toEqual(["hosts", "vars", "children"]);
    expect(await offered("ansible-yaml", "all:\n  children:\n    |")).toEqual([]);
    expect(await offered("ansible-yaml", "all:\n  children:\n    web:\n      |")).toEqual([
      "hosts",
      "vars",
      "children",
    ]);
    expect(await offered("ansible-yaml", "all:\n  hosts:\n    a:\n      |")).toContain("ansible_port");
    expect(await offered("ansible-yaml", "all:\n  vars:\n    ansible_become: |")).toEqual(["true", "false"]);
    expect(await offered("ansible-yaml", "all:\n  hosts:\n    a: one |")).toEqual([]);
  });
});

describe("JSON", () => {
  test.each([
    ['{"a": 1, "b": [true, null]}', []],
    ["", []],
    ['{"a": 1,}', [{ kind: "invalid", severity: "error", marked: "}" }]],
    ['{"a": {"b": 1, "b": 2}}', [{ kind: "duplicate", severity: "warning", marked: '"b"' }]],
  ])("%j: %j", async (text, problems) => {
    expect(await problemsIn("json", text)).toEqual(problems);
  });

  test("marks the place where an unfinished text stops", async () => {
    const [problem] = await problemsIn("json", '{\n  "a": 1\n');
    expect(problem).toMatchObject({ kind: "invalid", severity: "error" });
  });
});

describe("what Ansible's variables take", () => {
  test.each([
    ["ansible_become_method", "sudo"],
    ["ansible_shell_type", "powershell"],
    ["ansible_winrm_transport", "kerberos"],
    ["ansible_winrm_server_cert_validation", "ignore"],
  ])("%s offers %s, after = and after :", async (name, value) => {
    expect(await offered("ansible-ini", `[web:vars]\n${name}=|`)).toContain(value);
    expect(await offered("ansible-ini", `web1 ${name}=${value.slice(0, 2)}|`)).toContain(value);
    expect(await offered("ansible-yaml", `all:\n  vars:\n    ${name}: |`)).toContain(value);
  });

  test.each(["ansible_host", "ansible_user", "http_port"])("%s takes anything", async (name) => {
    expect(await offered("ansible-ini", `web1 ${name}=|`)).not.toContain("sudo");
    expect(await offered("ansible-yaml", `all:\n  vars:\n    ${name}: |`)).toEqual([]);
  });
});
