import { describe, expect, it } from "vitest";
import { readSettings } from "@/lib/settings/settings";
import { problemsOf } from "./problems";

describe("alert settings", () => {
  it("enable no channel by default", () => {
    expect(Object.values(readSettings({}).alerts)).toEqual(Array(8).fill(null));
    expect(readSettings({}).outboundAllow).toEqual([]);
  });

  it("configure every channel", () => {
    const { alerts, outboundAllow } = readSettings({
      SIGNALBOX_EMAIL_HOST: "smtp.example.com",
      SIGNALBOX_EMAIL_SENDER: "Signalbox <box@example.com>",
      SIGNALBOX_TELEGRAM_TOKEN: "1:a",
      SIGNALBOX_TELEGRAM_API: "http://telegram.internal/",
      SIGNALBOX_SLACK_URL: "https://slack.example.com/hook/",
      SIGNALBOX_ROCKETCHAT_URL: "https://rocket.example.com/hook",
      SIGNALBOX_MICROSOFT_TEAMS_URL: "https://teams.example.com/hook",
      SIGNALBOX_DINGTALK_URL: "https://ding.example.com/hook",
      SIGNALBOX_GOTIFY_URL: "https://gotify.example.com/",
      SIGNALBOX_GOTIFY_TOKEN: "A1",
      SIGNALBOX_ALERT_WEBHOOK_URL: "https://example.com/hook",
      SIGNALBOX_ALERT_WEBHOOK_SECRET: "0123456789abcdef",
      SIGNALBOX_OUTBOUND_ALLOW: "10.0.0.0/8, mail.internal",
    });
    expect(alerts).toEqual({
      email: {
        host: "smtp.example.com",
        port: 587,
        security: "starttls",
        sender: "Signalbox <box@example.com>",
        username: undefined,
        password: undefined,
      },
      telegram: { token: "1:a", chat: null, api: "http://telegram.internal" },
      slack: { url: "https://slack.example.com/hook/" },
      rocketchat: { url: "https://rocket.example.com/hook" },
      microsoft_teams: { url: "https://teams.example.com/hook" },
      dingtalk: { url: "https://ding.example.com/hook" },
      gotify: { url: "https://gotify.example.com", token: "A1" },
      webhook: { url: "https://example.com/hook", secret: "0123456789abcdef" },
    });
    expect(outboundAllow).toEqual(["10.0.0.0/8", "mail.internal"]);
  });

  it.each([
    ["SIGNALBOX_EMAIL_HOST", "smtp://mail.example.com"],
    ["SIGNALBOX_EMAIL_SECURITY", "ssl"],
    ["SIGNALBOX_EMAIL_SENDER", "Signalbox"],
    ["SIGNALBOX_TELEGRAM_TOKEN", "hunter2/../x"],
    ["SIGNALBOX_SLACK_URL", "hooks.slack.com/hunter2"],
    ["SIGNALBOX_ALERT_WEBHOOK_SECRET", "hunter2"],
    ["SIGNALBOX_OUTBOUND_ALLOW", "10.0.0.0/33"],
  ])("reject %s=%s in one line that names it and repeats no secret", (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} .+\\. Example: ${name}=.+`));
    expect(problems[0]).not.toContain("hunter2");
  });

  it.each([
    ["SIGNALBOX_EMAIL_HOST", "smtp.example.com", "SIGNALBOX_EMAIL_SENDER"],
    ["SIGNALBOX_EMAIL_USERNAME", "box", "SIGNALBOX_EMAIL_PASSWORD"],
    ["SIGNALBOX_GOTIFY_URL", "https://gotify.example.com", "SIGNALBOX_GOTIFY_TOKEN"],
    ["SIGNALBOX_ALERT_WEBHOOK_URL", "https://example.com", "SIGNALBOX_ALERT_WEBHOOK_SECRET"],
  ])("require another setting with %s", (name, value, needed) => {
    expect(problemsOf({ [name]: value })).toEqual([
      expect.stringMatching(new RegExp(`^${needed} must be set when ${name} is set`)),
    ]);
  });
});
