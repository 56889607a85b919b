import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ConfigError, readConfig } from "@/runner/config";
import { capacityOf } from "@/runner/daemon/serve";

const BASE = { SIGNALBOX_URL: "https://console.example.com", SIGNALBOX_RUNNER_TOKEN: "t0ken" };

test.each([
  ["https://console.example.com", "https://console.example.com"],
  ["https://console.example.com/", "https://console.example.com"],
  ["https://console.example.com/internal", "https://console.example.com"],
  ["http://host:3000/signalbox/internal/", "http://host:3000/signalbox"],
])("the address %s", (SIGNALBOX_URL, url) => {
  expect(readConfig({ ...BASE, SIGNALBOX_URL }).url).toBe(url);
});

test("the defaults apply to a runner with only an address and a token", () => {
  expect(readConfig({ ...BASE })).toMatchObject({
    credential: { kind: "token", token: "t0ken" },
    tags: [],
    webhook: "",
    dataDir: join(process.cwd(), "data/runner"),
    maxParallel: null,
    maxLogBytes: 256 * 1024 * 1024,
    forwardEnv: [],
    localFolders: null,
    exitWithParent: false,
    drainMs: 600_000,
  });
});

test("tags are separated by commas and deduplicated", () => {
  expect(readConfig({ ...BASE, SIGNALBOX_RUNNER_TAG: " dmz, gpu,,dmz " }).tags).toEqual(["dmz", "gpu"]);
});

test.each([
  [{}, 600_000],
  [{ SIGNALBOX_RUNNER_EXIT_WITH_PARENT: "1" }, 0],
  [{ SIGNALBOX_RUNNER_EXIT_WITH_PARENT: "1", SIGNALBOX_RUNNER_DRAIN_SECONDS: "5" }, 5_000],
  [{ SIGNALBOX_RUNNER_DRAIN_SECONDS: "0" }, 0],
])("with %j running tasks have %i ms to end", (env, drainMs) => {
  expect(readConfig({ ...BASE, ...env }).drainMs).toBe(drainMs);
});

test("secrets are removed from the environment, everything else is kept", () => {
  const env: Record<string, string | undefined> = { ...BASE, SIGNALBOX_RUNNER_REGISTRATION_TOKEN: "r", PATH: "/bin" };
  readConfig(env);
  expect(env).toEqual({ SIGNALBOX_URL: BASE.SIGNALBOX_URL, PATH: "/bin" });
});

test("the token may be in a file", () => {
  const file = join(mkdtempSync(join(tmpdir(), "signalbox-config-")), "token");
  writeFileSync(file, "from-file\n");
  const { credential } = readConfig({ SIGNALBOX_URL: BASE.SIGNALBOX_URL, SIGNALBOX_RUNNER_TOKEN_FILE: file });
  expect(credential).toEqual({ kind: "token", token: "from-file" });
});

test("a registration token is used without a token, and empty settings count as unset", () => {
  const env = {
    SIGNALBOX_URL: BASE.SIGNALBOX_URL,
    SIGNALBOX_RUNNER_TOKEN: "",
    SIGNALBOX_RUNNER_REGISTRATION_TOKEN: "reg",
  };
  expect(readConfig(env).credential).toEqual({ kind: "registration", token: "reg" });
  expect(readConfig({ SIGNALBOX_URL: BASE.SIGNALBOX_URL, SIGNALBOX_RUNNER_MAX_PARALLEL: "" })).toMatchObject({
    credential: null,
    maxParallel: null,
  });
});

test.each<[string, Record<string, string | undefined>]>([
  ["SIGNALBOX_URL", { SIGNALBOX_URL: undefined }],
  ["SIGNALBOX_URL", { SIGNALBOX_URL: "console.example.com" }],
  ["SIGNALBOX_URL", { SIGNALBOX_URL: "ftp://console.example.com" }],
  ["SIGNALBOX_RUNNER_MAX_PARALLEL", { SIGNALBOX_RUNNER_MAX_PARALLEL: "-1" }],
  ["SIGNALBOX_RUNNER_MAX_PARALLEL", { SIGNALBOX_RUNNER_MAX_PARALLEL: "many" }],
  ["SIGNALBOX_RUNNER_TOKEN_FILE", { SIGNALBOX_RUNNER_TOKEN: "", SIGNALBOX_RUNNER_TOKEN_FILE: "/nowhere/token" }],
  ["SIGNALBOX_RUNNER_MAX_LOG_MB", { SIGNALBOX_RUNNER_MAX_LOG_MB: "0" }],
  ["SIGNALBOX_RUNNER_FORWARD_ENV", { SIGNALBOX_RUNNER_FORWARD_ENV: "OK, NOT-OK" }],
  ["SIGNALBOX_RUNNER_FORWARD_ENV", { SIGNALBOX_RUNNER_FORWARD_ENV: "SIGNALBOX_RUNNER_TOKEN" }],
  ["SIGNALBOX_RUNNER_LOCAL_FOLDERS", { SIGNALBOX_RUNNER_LOCAL_FOLDERS: "/srv,relative" }],
  ["SIGNALBOX_RUNNER_OUTBOUND_ALLOW", { SIGNALBOX_RUNNER_OUTBOUND_ALLOW: "10.0.0.0/8\nscaler.internal" }],
  ["SIGNALBOX_RUNNER_EXIT_WITH_PARENT", { SIGNALBOX_RUNNER_EXIT_WITH_PARENT: "yes" }],
])("a wrong %s is named in one line: %j", (name, change) => {
  const read = () => readConfig({ ...BASE, ...change });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(new RegExp(`^${name} [^\n]+$`));
});

test.each([
  ["/srv/git, /home/me/", ["/srv/git", "/home/me"]],
  ["none", []],
])("local repositories may lie in %j", (SIGNALBOX_RUNNER_LOCAL_FOLDERS, folders) => {
  expect(readConfig({ ...BASE, SIGNALBOX_RUNNER_LOCAL_FOLDERS }).localFolders).toEqual(folders);
});

test.each([
  [undefined, []],
  [" 10.1.2.0/24, ::1,,Scaler.internal ", ["10.1.2.0/24", "::1", "Scaler.internal"]],
])("the webhook may call %j although it is not public", (SIGNALBOX_RUNNER_OUTBOUND_ALLOW, allowed) => {
  expect(readConfig({ ...BASE, SIGNALBOX_RUNNER_OUTBOUND_ALLOW }).outboundAllow).toEqual(allowed);
});

test.each(["10.0.0.0/33", "fd00::/129", "10.0.0.0/8/8", "https://scaler.internal", "scaler internal"])(
  "a runner does not start if its webhook may call %s",
  (bad) => {
    const read = () => readConfig({ ...BASE, SIGNALBOX_RUNNER_OUTBOUND_ALLOW: `10.1.2.0/24,${bad}` });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^SIGNALBOX_RUNNER_OUTBOUND_ALLOW .+ not "${bad}"$`));
  },
);

test.each([
  [null, 5, 5],
  [3, 0, 3],
  [3, 5, 3],
  [9, 5, 5],
  [0, 5, 5],
  [0, 0, 0],
])("own limit %s and the console's %i make %i", (own, server, expected) => {
  expect(capacityOf(own, server)).toBe(expected);
});

test("without any limit the machine's size decides", () => {
  expect(capacityOf(null, 0)).toBeGreaterThanOrEqual(8);
});
