import { describe, expect, it } from "vitest";
import { changedVariables } from "@/lib/environment/changes";
import { EnvironmentInput } from "@/lib/environment/schema";

const BEFORE = {
  id: 1,
  name: "live",
  project_id: 1,
  password: null,
  env: '{"TZ": "UTC"}',
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

  it.each([
    ...[
      "secret_pin",
      "SECRET_X",
      "CLIENT_SECRET",
      "JWT_SECRET",
      "SECRET",
      "db_password",
      "DB_PASS",
      "PGPASS",
      "vault_pass",
    ],
    ...[
      "ansible_become_pass",
      "SMTP_PWD",
      "SSH_KEY",
      "ENCRYPTION_KEY",
      "API_KEY",
      "apiKey",
      "github_token",
      "DATABASE_URL",
    ],
  ])("doesn't record the value of %s", (name) => {
    const json = JSON.stringify({ region: "eu", size: 3, [name]: "hush" });
    expect(changesOf({ json })).toEqual({ [`json.${name}`]: sealed });
    const nested = JSON.stringify({ region: "eu", size: 3, database: { hosts: ["a"], [name]: "hush" } });
    expect(changesOf({ json: nested })).toEqual({ "json.database": sealed });
  });

  it.each(["postgres://app:hush@db/shop", "-----BEGIN PRIVATE KEY-----", "Bearer hush"])(
    "doesn't record a value like %s",
    (value) => {
      const json = JSON.stringify({ region: value, size: 3 });
      expect(changesOf({ json })).toEqual({ "json.region": sealed });
    },
  );

  it("doesn't record the value of a variable that becomes a secret", () => {
    const secrets = [{ type: "var", name: "region", secret: "eu", operation: "create" }];
    expect(changesOf({ json: '{"size": 3}', secrets })).toEqual({ "json.region": sealed, "secrets.region": sealed });
  });
});
