import { describe, expect, test } from "vitest";
import { differenceOf } from "@/lib/state/rules/difference";
import { type Place, sequelTo } from "@/lib/state/rules/follow";
import { countManaged, NoState } from "@/lib/state/rules/parts";
import { readState } from "@/lib/state/rules/read-state";
import { withSerial } from "@/lib/state/rules/serial";
import { checkpoint, terraformState } from "./states";

describe("a Terraform state", () => {
  test("lists its resources by module, with provider and address", () => {
    const { resources, serial, lineage, tool_version } = readState("terraform", terraformState());
    expect({ serial, lineage, tool_version }).toEqual({ serial: 3, lineage: "one", tool_version: "1.11.4" });
    expect(resources.map(({ address, module, mode, provider }) => [address, module, mode, provider])).toEqual([
      ["local_file.motd", "", "managed", "hashicorp/local"],
      ['module.app["eu"].aws_instance.web[0]', 'module.app["eu"]', "managed", "hashicorp/aws"],
      ['module.app["eu"].aws_instance.web["b"]', 'module.app["eu"]', "managed", "hashicorp/aws"],
      ["data.aws_ami.base", "", "data", "hashicorp/aws"],
    ]);
  });

  test("counts managed resources, not data sources", () => {
    expect(countManaged(readState("terraform", terraformState()))).toBe(3);
    expect(countManaged({ encrypted: true, resources: [] }), "unknown").toBeNull();
  });

  test("lists attributes marked as sensitive, and those whose names suggest it", () => {
    const [motd, web] = readState("terraform", terraformState()).resources;
    expect([...(motd?.sensitive ?? [])]).toEqual(["content"]);
    expect([...(web?.sensitive ?? [])]).toEqual(["root_password", "ebs"]);
  });

  test("lists its outputs", () => {
    expect(readState("terraform", terraformState()).outputs).toEqual([
      { name: "address", sensitive: false, value: "10.0.0.1" },
      { name: "password", sensitive: true, value: "canary-output" },
    ]);
  });

  test("may have resources of a mode that is not known yet", () => {
    const text = terraformState((state) => {
      state.resources[0].mode = "ephemeral";
    });
    const facts = readState("terraform", text);
    expect(facts.resources[0]).toMatchObject({ address: "ephemeral.local_file.motd", mode: "ephemeral" });
    expect(countManaged(facts)).toBe(2);
  });

  test.each([
    ["nothing", ""],
    ["no JSON", "{"],
    ["a list", "[]"],
    ["an older format", JSON.stringify({ version: 3, serial: 1, lineage: "x", modules: [] })],
    ["no lineage", JSON.stringify({ version: 4, serial: 1 })],
    ["a negative serial", JSON.stringify({ version: 4, serial: -1, lineage: "x" })],
    ["a checkpoint of Pulumi", checkpoint()],
  ])("can't be %s", (_, text) => {
    expect(() => readState("terraform", text)).toThrow(NoState);
  });

  test("gets another serial without rounding its large numbers", () => {
    const text =
      '{"outputs": {"serial": {"value": 9007199254740993}}, "note": "\\"serial\\": 1", "serial": 12, "x": 1}';
    expect(withSerial(text, 13)).toBe(text.replace('"serial": 12', '"serial": 13'));
  });
});

describe("a Pulumi checkpoint", () => {
  test("of a new stack has capitalized names", () => {
    const made = {
      version: 3,
      checkpoint: { Stack: "organization/app/prod", Latest: { manifest: { version: "v3.200.0" } } },
    };
    const facts = readState("pulumi", JSON.stringify(made));
    expect(facts).toMatchObject({ lineage: "organization/app/prod", tool_version: "v3.200.0", resources: [] });
  });

  test("names its stack, resources and outputs, with secrets marked", () => {
    const facts = readState("pulumi", checkpoint());
    expect(facts).toMatchObject({ serial: null, lineage: "organization/site/dev", tool_version: "v3.200.0" });
    expect(facts.resources.map(({ name, type, provider, module }) => [name, type, provider, module])).toEqual([
      ["page", "aws:s3:Bucket", "aws", "my:mod:Site"],
    ]);
    expect([...(facts.resources[0]?.sensitive ?? [])]).toEqual(["policy"]);
    expect(facts.outputs.map(({ name, sensitive }) => [name, sensitive])).toEqual([
      ["url", false],
      ["key", true],
    ]);
  });

  test("hides an object with a mark that is not known, but neither files nor references to resources", () => {
    const marked = (mark: string) => ({ "4dabf18193072939515e22adb298388d": mark, text: "canary" });
    const outputs = {
      asset: marked("c44067f5952c0a294b673a41bacd8c17"),
      archive: marked("0def7320c3a5731c473e5ecbe6d01bc7"),
      reference: marked("5cf8f73096256a8f31e491e813e4eb8e"),
      output: marked("d0e6a833031e9bbcd3f4e8bde6ca49a4"),
      other: marked("0"),
      masked: ["[secret]"],
    };
    const text = checkpoint((state) => {
      for (const resource of state.checkpoint.latest.resources) Object.assign(resource, { inputs: {}, outputs });
    });
    const facts = readState("pulumi", text);
    const hidden = ["output", "other", "masked"];
    expect(facts.outputs.flatMap(({ name, sensitive }) => (sensitive ? [name] : []))).toEqual(hidden);
    expect([...(facts.resources[0]?.sensitive ?? [])]).toEqual(hidden);
  });

  test("can't be a Terraform state", () => {
    expect(() => readState("pulumi", terraformState())).toThrow(NoState);
  });
});

describe("a state follows the newest version", () => {
  const newest: Place = { serial: 5, lineage: "one", checksum: "a" };
  test.each<[string, Place | null, Partial<Place>, string]>([
    ["if there is none", null, {}, "next"],
    ["with a higher serial", newest, {}, "next"],
    ["but not with the same content", newest, { serial: 5, checksum: "a" }, "same"],
    ["nor with the same serial and other content", newest, { serial: 5 }, "older"],
    ["nor with a lower serial", newest, { serial: 4 }, "older"],
    ["nor with another lineage", newest, { lineage: "two" }, "other_lineage"],
    ["with any content if the tool has no serial", { ...newest, serial: null }, { serial: null }, "next"],
  ])("%s", (_, before, changes, expected) => {
    expect(sequelTo(before, { serial: 6, lineage: "one", checksum: "b", ...changes })).toBe(expected);
  });
});

test("the difference of two versions lists resources, attributes and outputs, without values", () => {
  const before = readState("terraform", terraformState());
  const after = readState(
    "terraform",
    terraformState((state) => {
      state.resources[0].instances[0].attributes.content = "changed";
      state.resources[1].instances.pop();
      state.outputs.address.value = "10.0.0.2";
      state.resources.push({ ...state.resources[0], name: "second" });
    }),
  );
  const difference = differenceOf(before, after);
  expect(difference).toEqual({
    added: ["local_file.second"],
    removed: ['module.app["eu"].aws_instance.web["b"]'],
    changed: [{ address: "local_file.motd", attributes: ["content"] }],
    outputs: ["address"],
  });
});
