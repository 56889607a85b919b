import { describe, expect, it } from "vitest";
import { changedVariables } from "@/lib/environment/changes";
import { EnvironmentInput } from "@/lib/environment/schema";

const BEFORE = {
  ...{ id: 1, name: "live", project_id: 1, password: null, env: '{"TZ": "UTC"}' },
  json: '{"region": "eu", "size": 3}',
  secrets: [{ id: 7, type: "env" as const, name: "TOKEN", secret: "" as const, operation: "" as const }],
};
const changesOf = (input: object) => changedVariables(BEFORE, EnvironmentInput.parse({ ...BEFORE, ...input }));
const many = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`v${n}`, n])));
const sealed = { sealed: true };

describe("changedVariables", () => {
  it.each([
    [{}, {}],
    [{ json: '{ "size":3, "region":"eu" }' }, {}],
    [
      { json: '{"region": "us", "size": 3, "zone": "a"}' },
      { "json.region": { from: "eu", to: "us" }, "json.zone": { from: null, to: "a" } },
    ],
    [{ json: '{"region": "eu"}' }, { "json.size": { from: 3, to: null } }],
    [{ env: null }, { "env.TZ": { from: "UTC", to: null } }],
    [{ secrets: [{ id: 7, type: "env", name: "", secret: "", operation: "delete" }] }, { "secrets.TOKEN": sealed }],
    [{ secrets: [{ type: "var", name: "PIN", secret: "1", operation: "create" }] }, { "secrets.PIN": sealed }],
    [{ json: many(60) }, { json: sealed }],
  ])("tells what %j changes, secrets without their values", (input, changes) => {
    expect(changesOf(input)).toEqual(changes);
  });

  it.each(["secret_pin", "SECRET_X", "db_password", "API_KEY", "apiKey", "github_token"])(
    "doesn't record the value of %s",
    (name) => {
      const json = JSON.stringify({ region: "eu", size: 3, [name]: "hush" });
      expect(changesOf({ json })).toEqual({ [`json.${name}`]: sealed });
      const nested = JSON.stringify({ region: "eu", size: 3, database: { hosts: ["a"], [name]: "hush" } });
      expect(changesOf({ json: nested })).toEqual({ "json.database": sealed });
    },
  );
});
