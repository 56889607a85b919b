import { describe, expect, test } from "vitest";
import { messageOf } from "@/lib/notification/message";
import { masked, notifiesOn, retryDelay } from "@/lib/notification/rules";
import { CHANNELS } from "@/lib/protocol/alert";
import { alert } from "./alert";

describe("the statuses that a channel reports", () => {
  test.each([
    ["email", false, ["error"]],
    ["email", true, ["error"]],
    ["slack", false, ["success", "error", "waiting_confirmation"]],
    ["slack", true, ["error", "waiting_confirmation"]],
    ["webhook", false, ["success", "error", "stopped", "waiting_confirmation"]],
    ["webhook", true, ["error", "stopped", "waiting_confirmation"]],
  ] as const)("%s, muted %s: %j", (channel, muted, told) => {
    const statuses = ["success", "error", "stopped", "waiting_confirmation", "running", "waiting"] as const;
    expect(statuses.filter((status) => notifiesOn(channel, status, muted))).toEqual(told);
  });

  test("are the same for all chats", () => {
    for (const channel of CHANNELS.filter((name) => name !== "email" && name !== "webhook")) {
      expect(notifiesOn(channel, "stopped", false)).toBe(false);
      expect(notifiesOn(channel, "success", true)).toBe(false);
      expect(notifiesOn(channel, "waiting_confirmation", true)).toBe(true);
    }
  });
});

describe("the pause before a retry", () => {
  test("doubles from 15 seconds up to 10 minutes", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8, 400].map((tries) => retryDelay(tries, 0.5))).toEqual([
      15, 30, 60, 120, 240, 480, 600, 600, 600,
    ]);
  });

  test("varies by up to a quarter", () => {
    expect([retryDelay(1, 0), retryDelay(1, 1)]).toEqual([11.25, 18.75]);
  });
});

test.each([
  ["ada@example.com", "a…@example.com"],
  ["-1001234567890", "…7890"],
  ["1234", "1234"],
  ["", ""],
])("the recipient %s is shown as %s", (recipient, shown) => {
  expect(masked(recipient)).toBe(shown);
});

describe("the text of an alert", () => {
  test("contains template, task, status, project, author, version and message", () => {
    expect(messageOf(alert({ version: "1.4.2", message: "try\nagain" }), "https://box.example.com")).toEqual({
      title: "Deploy web",
      status: "❌ ERROR",
      tone: "bad",
      facts: [
        { label: "Task", value: "#12" },
        { label: "Project", value: "Shop" },
        { label: "Author", value: "Ada Lovelace" },
        { label: "Version", value: "1.4.2" },
        { label: "Message", value: "try again" },
      ],
      link: "https://box.example.com/project/3/templates/7?t=12",
    });
  });

  test.each([
    ["success", "✅ SUCCESS"],
    ["error", "❌ ERROR"],
    ["stopped", "🛑 STOPPED"],
    ["waiting_confirmation", "⚠️ WAITING CONFIRMATION"],
  ] as const)("of %s", (status, words) => {
    expect(messageOf(alert({ status }), undefined)).toMatchObject({ status: words, link: null });
  });

  test.each([
    [{ version: null, incoming_version: null }, undefined],
    [{ version: null, incoming_version: "7" }, "build 7"],
    [{ version: "8", incoming_version: "7" }, "8"],
    [{ version: "", incoming_version: null }, undefined],
  ])("with %j has the version %s", (task, version) => {
    const { facts } = messageOf(alert(task), undefined);
    expect(facts.find(({ label }) => label === "Version")?.value).toBe(version);
  });

  test("has the beginning of what an approval asks, so that every channel takes it", () => {
    const asking = {
      ...alert({ message: "m".repeat(2000) }),
      approval: { node: "Ask", text: "+ line\n".repeat(140_000) },
    };
    const message = messageOf(asking, "https://box.example.com");
    const asked = message.facts.find(({ label }) => label === "Approval")?.value;
    expect(asked).toBe("+ line ".repeat(143).slice(0, 1000));
    expect(JSON.stringify(message).length).toBeLessThan(4096);
  });

  test("has the beginning of the addresses that have drifted", () => {
    const items = Array.from({ length: 5 }, (_, n) => ({
      address: `${n}${"a".repeat(999)}`,
      type: "t",
      action: "update" as const,
      outside: false,
    }));
    const drift = { status: "drifted" as const, workspace: "default", count: 5, items };
    const message = messageOf({ ...alert({ message: "m".repeat(2000) }), drift }, "https://box.example.com");
    expect(message.facts.find(({ label }) => label === "Changes")?.value).toHaveLength(1000);
    expect(JSON.stringify(message).length).toBeLessThan(4096);
  });

  test("has the beginning of a long cause", () => {
    const failure = { cause: "package_manager_locked" as const, subject: "s".repeat(5000), lines: [] };
    const { facts } = messageOf(alert({ failure }), undefined);
    expect(facts.find(({ label }) => label === "Cause")?.value).toHaveLength(300);
  });

  test("names a schedule that started no task, and leads to the schedules", () => {
    const { project, template } = alert();
    const due = "2026-01-01T02:00:00Z";
    const schedule = { id: 4, name: "nightly", outcome: "failed" as const, due, detail: "limit: not allowed" };
    expect(messageOf({ project, template, task: null, schedule }, "https://box.example.com")).toEqual({
      title: "Deploy web",
      status: "❌ SCHEDULED RUN NOT STARTED",
      tone: "bad",
      facts: [
        { label: "Schedule", value: "nightly" },
        { label: "Project", value: "Shop" },
        { label: "Due", value: "2026-01-01 02:00:00 UTC" },
        { label: "Error", value: "limit: not allowed" },
      ],
      link: "https://box.example.com/project/3/schedule",
    });
  });

  test("names a commit check that fails, and leads to its template", () => {
    const { project, template } = alert();
    const due = "2026-01-01T02:00:00Z";
    const schedule = { id: 4, name: "", outcome: "failed" as const, due, detail: "the key was refused" };
    const checked = { project, template, task: null, schedule: { ...schedule, commit_check: true } };
    expect(messageOf(checked, "https://box.example.com")).toMatchObject({
      status: "❌ COMMIT CHECK FAILED",
      link: "https://box.example.com/project/3/templates/7",
    });
  });

  test("names a deploy that could not start by itself, and leads to its template", () => {
    const { project, template } = alert();
    const autorun = { task_id: 12, detail: "environment.where: This variable is required" };
    expect(messageOf({ project, template, task: null, autorun }, "https://box.example.com")).toEqual({
      title: "Deploy web",
      status: "❌ AUTORUN NOT STARTED",
      tone: "bad",
      facts: [
        { label: "After task", value: "#12" },
        { label: "Project", value: "Shop" },
        { label: "Error", value: "environment.where: This variable is required" },
      ],
      link: "https://box.example.com/project/3/templates/7",
    });
  });

  test("says when it happened, in UTC", () => {
    const { facts } = messageOf(alert(), undefined, "2026-01-01T01:02:03.456+01:00");
    expect(facts).toContainEqual({ label: "Time", value: "2026-01-01 00:02:03 UTC" });
  });

  test("shows a dash without an author", () => {
    expect(messageOf(alert({ author: null }), undefined).facts).toContainEqual({ label: "Author", value: "—" });
  });
});
