import { describe, expect, it } from "vitest";
import { changedVariables } from "@/lib/environment/changes";
import { EnvironmentInput } from "@/lib/environment/schema";

const BEFORE = {
  ...{ id: 1, name: "live", project_id: 1, password: null, env: '{"TZ": "UTC"}' },
  json: '{"region": "eu", "size": 3}',
  secrets: [{ id: 7, type: "env" as const, name: "TOKEN", secret: "" as const, operation: "" as const }],
};
const namesOf = (input: object) =>
  Object.keys(changedVariables(BEFORE, EnvironmentInput.parse({ ...BEFORE, ...input })));

describe("changedVariables", () => {
  it.each([
    [{}, []],
    [{ json: '{ "size":3, "region":"eu" }' }, []],
    [{ json: '{"region": "us", "size": 3, "zone": "a"}' }, ["json.region", "json.zone"]],
    [{ env: null }, ["env.TZ"]],
    [{ secrets: [{ id: 7, type: "env", name: "", secret: "", operation: "delete" }] }, ["secrets.TOKEN"]],
    [{ secrets: [{ type: "var", name: "PIN", secret: "1", operation: "create" }] }, ["secrets.PIN"]],
    [{ json: JSON.stringify(Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`v${n}`, n]))) }, ["json"]],
  ])("names what %j changes", (input, names) => {
    expect(namesOf(input)).toEqual(names);
  });
});
