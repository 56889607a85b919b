import { expect, test } from "vitest";
import { readEventLog } from "@/runner/apps/pulumi/plan";

const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const urn = (type: string, name: string) => `urn:pulumi:dev::app::${type}::${name}`;
const step = (metadata: object) => ({ sequence: 1, resourcePreEvent: { planning: true, metadata } });
const read = (...events: object[]) => readEventLog(`${events.map((event) => JSON.stringify(event)).join("\n")}\n`);

test("a preview's steps are changes with their values, without secrets", () => {
  const { resources } = read(
    { sequence: 0, preludeEvent: { config: {} } },
    step({ op: "create", urn: urn("pulumi:pulumi:Stack", "app-dev"), type: "pulumi:pulumi:Stack", old: null, new: {} }),
    step({
      op: "update",
      urn: urn("my:Web$aws:s3/bucket:Bucket", "logs"),
      type: "aws:s3/bucket:Bucket",
      old: { inputs: { acl: "private", password: "[secret]" } },
      new: { inputs: { acl: "public", password: "[secret]", arn: UNKNOWN } },
    }),
    step({ op: "same", urn: urn("a:b:C", "same"), old: { inputs: {} }, new: { inputs: {} } }),
    step({
      op: "replace",
      urn: urn("a:b:C", "db"),
      keys: ["engine"],
      old: { inputs: { engine: 1 } },
      new: { inputs: { engine: 2 } },
    }),
    step({ op: "create-replacement", urn: urn("a:b:C", "db"), new: { inputs: { engine: 2 } } }),
    step({ op: "delete-replaced", urn: urn("a:b:C", "db"), old: { inputs: { engine: 1 } } }),
    step({ op: "delete", urn: urn("a:b:C", "gone"), old: { inputs: { n: 1 } }, new: null }),
  );
  expect(resources.map(({ address, module, type, action }) => [address, module, type, action])).toEqual([
    ["logs", "my:Web", "aws:s3/bucket:Bucket", "update"],
    ["db", "", "a:b:C", "replace"],
    ["gone", "", "a:b:C", "delete"],
  ]);
  expect(resources[0]?.attributes).toEqual([
    { path: "acl", before: { kind: "value", text: '"private"' }, after: { kind: "value", text: '"public"' } },
    { path: "arn", before: { kind: "none", text: "" }, after: { kind: "unknown", text: "" } },
  ]);
  expect(resources[1]?.forced_by).toEqual(["engine"]);
});

/** As Pulumi 3.200 writes them. */
const SECRET = {
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  ciphertext: "[secret]",
};

test("a secret is one hidden value, and changes when the step names it", () => {
  const type = "a:b:C";
  const inputs = { size: 1, password: SECRET, login: { user: "root", key: SECRET }, token: SECRET };
  const { resources } = read(
    step({ op: "create", urn: urn(type, "new"), new: { inputs: { password: SECRET } } }),
    step({
      op: "update",
      urn: urn(type, "web"),
      old: { inputs },
      new: { inputs: { ...inputs, size: 2 } },
      diffs: ["size", "password", "login"],
    }),
    step({ op: "update", urn: urn(type, "open"), old: { inputs: { key: SECRET } }, new: { inputs: { key: "a" } } }),
  );
  const kinds = resources.map(({ attributes }) =>
    attributes.map(({ path, before, after }) => [path, before.kind, after.kind]),
  );
  expect(kinds).toEqual([
    [["password", "none", "sensitive"]],
    [
      ["size", "value", "value"],
      ["password", "sensitive", "sensitive"],
      ["login.key", "sensitive", "sensitive"],
    ],
    [["key", "sensitive", "sensitive"]],
  ]);
});

test("a mark that is not known hides its object, and those of files and resources show theirs", () => {
  const marked = (mark: string) => ({ "4dabf18193072939515e22adb298388d": mark, text: "canary" });
  const inputs = {
    asset: marked("c44067f5952c0a294b673a41bacd8c17"),
    archive: { ...marked("0def7320c3a5731c473e5ecbe6d01bc7"), assets: { key: SECRET } },
    reference: marked("5cf8f73096256a8f31e491e813e4eb8e"),
    output: marked("d0e6a833031e9bbcd3f4e8bde6ca49a4"),
    other: marked("0"),
  };
  const { resources } = read(step({ op: "create", urn: urn("a:b:C", "new"), new: { inputs } }));
  const kinds = resources.flatMap(({ attributes }) => attributes.map(({ path, after }) => [path, after.kind]));
  expect(kinds.filter(([path]) => !path?.includes("4dabf"))).toEqual([
    ["asset.text", "value"],
    ["archive.text", "value"],
    ["archive.assets.key", "sensitive"],
    ["reference.text", "value"],
    ["output", "sensitive"],
    ["other", "sensitive"],
  ]);
});

test("providers that Pulumi adds by itself are no changes, and those of the code are", () => {
  const { resources } = read(
    step({ op: "create", urn: urn("pulumi:providers:aws", "default_7_1_0"), new: { inputs: {} } }),
    step({ op: "create", urn: urn("pulumi:providers:aws", "europe"), new: { inputs: { region: "eu" } } }),
  );
  expect(resources.map(({ address }) => address)).toEqual(["europe"]);
});

test("outputs are those of the stack", () => {
  const metadata = {
    op: "update",
    urn: urn("pulumi:pulumi:Stack", "app-dev"),
    type: "pulumi:pulumi:Stack",
    old: { outputs: { url: "a", gone: 1 } },
    new: { outputs: { url: "b", key: "[secret]" } },
  };
  const { outputs } = read(
    { resOutputsEvent: { metadata } },
    { resOutputsEvent: { metadata: { op: "same", urn: urn("a:b:C", "x") } } },
  );
  expect(outputs.map(({ address, action, attributes }) => [address, action, attributes[0]?.after.kind])).toEqual([
    ["url", "update", "value"],
    ["gone", "delete", "none"],
    ["key", "create", "sensitive"],
  ]);
});

test("lines that are no events are passed over", () => {
  expect(readEventLog('not json\n{"cut":')).toEqual({ resources: [], drift: [], outputs: [], secrets: [] });
});
