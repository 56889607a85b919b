import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { connect } from "@/db/connect";
import { readSettings } from "@/lib/settings/settings";
import { problemsOf } from "./problems";

const KEY = `k1:${Buffer.from(Array.from({ length: 32 }, (_, index) => index)).toString("base64")}`;

describe("readSettings", () => {
  it("has a default for everything", () => {
    expect(readSettings({})).toMatchObject({
      port: 3000,
      host: undefined,
      databaseUrl: undefined,
      dataDir: resolve("data"),
      adminUsername: "admin",
      localRunner: true,
      runnerLostAfterMs: 1_800_000,
      confirmationExpiresMs: 86_400_000,
      nonAdminCanCreateProject: false,
      passwordLoginDisabled: false,
      trustedProxies: [],
      logLevel: "info",
    });
  });

  it("reads the options that an administrator allows tasks to set, for each application", () => {
    const { taskArguments } = readSettings({
      SIGNALBOX_TASK_ARGUMENTS: "ansible:--become, tofu:-target=,ansible:--ssh-timeout=",
    });
    expect(taskArguments.get("ansible")).toEqual(["--become", "--ssh-timeout="]);
    expect(taskArguments.get("tofu")).toEqual(["-target="]);
    expect(taskArguments.get("pulumi")).toBeUndefined();
    for (const wrong of ["--become", "bash:-c", "ansible:become", "ansible:--become=x"]) {
      expect(problemsOf({ SIGNALBOX_TASK_ARGUMENTS: wrong })).toHaveLength(1);
    }
  });

  it("treats an empty variable as unset", () => {
    expect(readSettings({ PORT: "", SIGNALBOX_ADMIN_PASSWORD: " ", DATABASE_URL: "" })).toEqual(readSettings({}));
  });

  it.each([
    ["1", true],
    ["true", true],
    ["YES", true],
    ["on", true],
    ["0", false],
    ["No", false],
    ["off", false],
  ])("reads the switch %s", (value, expected) => {
    expect(readSettings({ SIGNALBOX_LOCAL_RUNNER: value }).localRunner).toBe(expected);
  });

  it.each([
    ["45s", 45_000],
    ["30m", 1_800_000],
    ["24h", 86_400_000],
    ["7d", 604_800_000],
  ])("reads the time %s", (value, expected) => {
    expect(readSettings({ SIGNALBOX_RUNNER_LOST_AFTER: value }).runnerLostAfterMs).toBe(expected);
  });

  it("reads all other settings", () => {
    const read = readSettings({
      SIGNALBOX_PUBLIC_URL: "https://signalbox.example.com:8443/",
      SIGNALBOX_TRUSTED_PROXIES: "10.0.0.0/8, ::1",
      SIGNALBOX_DATA_DIR: "/srv/../srv/signalbox",
      DATABASE_URL: "postgresql:///signalbox?host=/run/postgresql",
      SIGNALBOX_ENCRYPTION_KEYS: KEY,
    });
    expect(read).toMatchObject({
      publicUrl: "https://signalbox.example.com:8443",
      trustedProxies: ["10.0.0.0/8", "::1"],
      dataDir: "/srv/signalbox",
      databaseUrl: "postgresql:///signalbox?host=/run/postgresql",
      encryptionKeys: KEY,
    });
  });

  it.each([
    ["PORT", "http"],
    ["PORT", "0"],
    ["PORT", "65536"],
    ["SIGNALBOX_PUBLIC_URL", "signalbox.example.com"],
    ["SIGNALBOX_PUBLIC_URL", "https://example.com/signalbox"],
    ["SIGNALBOX_ADMIN_USERNAME", "the admin"],
    ["SIGNALBOX_ADMIN_EMAIL", "nobody"],
    ["SIGNALBOX_LOCAL_RUNNER", "maybe"],
    ["SIGNALBOX_RUNNER_LOST_AFTER", "30"],
    ["SIGNALBOX_RUNNER_DRAIN_SECONDS", "10m"],
    ["SIGNALBOX_RUNNER_DRAIN_SECONDS", "0x10"],
    ["SIGNALBOX_RUNNER_DRAIN_SECONDS", "-1"],
    ["SIGNALBOX_RUNNER_TAG", "x".repeat(201)],
    ["SIGNALBOX_RUNNER_LOST_AFTER", "19s"],
    ["SIGNALBOX_CONFIRMATION_EXPIRES", "0h"],
    ["SIGNALBOX_TRUSTED_PROXIES", "10.0.0.0/33"],
    ["SIGNALBOX_METRICS_PORT", "0"],
    ["SIGNALBOX_TRUSTED_PROXIES", "proxy.example.com"],
    ["SIGNALBOX_LOG_LEVEL", "loud"],
    ["DATABASE_URL", "mysql://localhost/signalbox"],
    ["SIGNALBOX_ENCRYPTION_KEYS", "k1:c2hvcnQ="],
    ["SIGNALBOX_RUNNER_REGISTRATION_TOKEN", "short"],
  ])("rejects %s=%s in one line that names it and gives an example", (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} .+\\. Example: ${name}=.+`));
  });

  it("reports all problems at once", () => {
    expect(problemsOf({ PORT: "x", SIGNALBOX_LOCAL_RUNNER: "x", SIGNALBOX_LOG_LEVEL: "x\ny" })).toHaveLength(3);
  });

  it("never repeats a secret", () => {
    const secrets = {
      DATABASE_URL: "mysql://me:hunter2@host/db",
      SIGNALBOX_ENCRYPTION_KEYS: "k1:hunter2",
      SIGNALBOX_RUNNER_REGISTRATION_TOKEN: "hunter2",
    };
    expect(problemsOf(secrets)).toHaveLength(3);
    expect(problemsOf(secrets).join("\n")).not.toContain("hunter2");
  });

  it.each([
    "postgres://localhost/signalbox",
    "postgresql://me:Top%40Secret@[::1]:5432/db?sslmode=require",
    "postgres://me:pa:ss+wo&rd=;,!$*()[]@db.internal/db",
    "postgres://me:secret@one:5432,two:5433/db?target_session_attrs=read-write",
    "postgresql:///signalbox?host=/run/postgresql&user=me@example.com",
    "postgres://?host=/run/postgresql",
  ])("takes the database %s, and so does the driver", async (url) => {
    expect(readSettings({ DATABASE_URL: url, SIGNALBOX_ENCRYPTION_KEYS: KEY }).databaseUrl).toBe(url);
    await connect(url).end();
  });

  it.each(["Top@Secret", "12/34", "ab/cd+ef", "p#q", "12#34", "50%off", "12?34", "12?34/56"])(
    "rejects a database whose password %s is not percent-encoded, without any part of it",
    (password) => {
      const problems = problemsOf({ DATABASE_URL: `postgres://me:${password}@host/db` });
      expect(problems).toEqual([expect.stringMatching(/^DATABASE_URL must be .+percent-encoded/)]);
      const encoded = `postgres://me:${encodeURIComponent(password)}@host/db`;
      expect(readSettings({ DATABASE_URL: encoded, SIGNALBOX_ENCRYPTION_KEYS: KEY }).databaseUrl).toBe(encoded);
    },
  );

  it("requires different ports for metrics and the console", () => {
    expect(problemsOf({ PORT: "3000", SIGNALBOX_METRICS_PORT: "3000" })[0]).toMatch(/^SIGNALBOX_METRICS_PORT must be/);
    expect(readSettings({ SIGNALBOX_METRICS_PORT: "9464" }).metricsPort).toBe(9464);
  });

  it("requires encryption keys with an external database, because generated ones would exist on this machine only", () => {
    expect(problemsOf({ DATABASE_URL: "postgres://localhost/signalbox" })[0]).toMatch(
      /^SIGNALBOX_ENCRYPTION_KEYS must be set/,
    );
  });
});
