import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { dingtalkCall, dingtalkError } from "@/lib/notification/channel/dingtalk";
import { mailOf } from "@/lib/notification/channel/email";
import { gotifyCall } from "@/lib/notification/channel/gotify";
import { teamsCall } from "@/lib/notification/channel/microsoft-teams";
import { rocketchatCall } from "@/lib/notification/channel/rocketchat";
import { slackCall } from "@/lib/notification/channel/slack";
import { telegramCall } from "@/lib/notification/channel/telegram";
import { webhookCall } from "@/lib/notification/channel/webhook";
import { messageOf } from "@/lib/notification/message";
import { alert } from "./alert";

const LINK = "https://box.example.com/project/3/templates/7?t=12";
const message = messageOf(alert({ version: "1.4" }), "https://box.example.com");
const hook = { url: "https://hooks.example.com/secret" };
const bodyOf = (call: { body: string }) => JSON.parse(call.body);

describe("each channel's request", () => {
  test("Slack", () => {
    const call = slackCall(hook, message);
    expect(call.url).toBe(hook.url);
    expect(bodyOf(call)).toEqual({
      attachments: [
        {
          fallback: "❌ ERROR: Deploy web",
          title: "❌ ERROR: Deploy web",
          title_link: LINK,
          color: "danger",
          fields: [
            { title: "Task", value: "#12", short: true },
            { title: "Project", value: "Shop", short: true },
            { title: "Author", value: "Ada Lovelace", short: true },
            { title: "Version", value: "1.4", short: true },
          ],
          mrkdwn_in: [],
        },
      ],
    });
  });

  test.each([
    ["success", "good"],
    ["error", "danger"],
    ["waiting_confirmation", "warning"],
  ] as const)("Slack shows %s as %s", (status, color) => {
    expect(bodyOf(slackCall(hook, messageOf(alert({ status }), undefined))).attachments[0].color).toBe(color);
  });

  test("Rocket.Chat", () => {
    expect(bodyOf(rocketchatCall(hook, message))).toMatchObject({
      parseUrls: false,
      attachments: [{ title: "❌ ERROR: Deploy web", title_link: LINK, color: "#dd4a41" }],
    });
  });

  test("Telegram", () => {
    const call = telegramCall({ token: "1:abc", api: "https://api.telegram.org" }, message, "-100");
    expect(call.url).toBe("https://api.telegram.org/bot1:abc/sendMessage");
    expect(bodyOf(call)).toEqual({
      chat_id: "-100",
      text: `❌ ERROR: <b>Deploy web</b>\nTask: #12\nProject: Shop\nAuthor: Ada Lovelace\nVersion: 1.4\n<a href="${LINK}">Open in Signalbox</a>`,
      parse_mode: "HTML",
      disable_web_page_preview: true,
    });
  });

  test("Microsoft Teams", () => {
    const body = bodyOf(teamsCall(hook, message));
    expect(body.type).toBe("message");
    const [{ contentType, content }] = body.attachments;
    expect(contentType).toBe("application/vnd.microsoft.card.adaptive");
    expect(content).toMatchObject({ type: "AdaptiveCard", version: "1.4" });
    const lines = content.body.map(({ inlines }: { inlines: { text: string }[] }) =>
      inlines.map((run) => run.text).join(""),
    );
    expect(lines).toEqual([
      "❌ ERROR: Deploy web",
      "Task: #12",
      "Project: Shop",
      "Author: Ada Lovelace",
      "Version: 1.4",
    ]);
    expect(content.actions).toEqual([{ type: "Action.OpenUrl", title: "Open in Signalbox", url: LINK }]);
  });

  test("DingTalk", () => {
    expect(bodyOf(dingtalkCall(hook, message))).toEqual({
      msgtype: "markdown",
      markdown: {
        title: "❌ ERROR: Deploy web",
        text: `### ❌ ERROR: Deploy web\n\nTask: \\#12\n\nProject: Shop\n\nAuthor: Ada Lovelace\n\nVersion: 1.4\n\n[Open in Signalbox](${LINK})`,
      },
    });
  });

  test("DingTalk's responses", () => {
    const answer = (body: string) => ({ status: 200, headers: {}, body });
    expect(dingtalkError(answer('{"errcode":0,"errmsg":"ok"}'))).toBeNull();
    expect(dingtalkError(answer('{"errcode":310000,"errmsg":"keywords not in content"}'))).toBe("errcode 310000");
    expect(dingtalkError(answer("ok"))).toBeNull();
  });

  test("Gotify", () => {
    const call = gotifyCall({ url: "https://gotify.example.com/sub", token: "A/b" }, message);
    expect(call.url).toBe("https://gotify.example.com/sub/message?token=A%2Fb");
    expect(bodyOf(call)).toMatchObject({
      title: "❌ ERROR: Deploy web",
      message: expect.stringContaining("**Author:** Ada Lovelace"),
      priority: 8,
      extras: {
        "client::display": { contentType: "text/markdown" },
        "client::notification": { click: { url: LINK } },
      },
    });
  });

  test("the webhook, signed", () => {
    const at = new Date("2026-01-01T00:00:00.900Z");
    const sent = { id: "the-key", alert: alert(), link: LINK, at };
    const { url, headers, body } = webhookCall({ ...hook, secret: "a secret" }, sent);
    expect(url).toBe(hook.url);
    expect(JSON.parse(body)).toEqual({ id: "the-key", event: "task", ...alert(), link: LINK });
    const signature = createHmac("sha256", "a secret").update(`1767225600.${body}`).digest("hex");
    expect(headers).toEqual({ "x-signalbox-timestamp": "1767225600", "x-signalbox-signature": `sha256=${signature}` });
  });

  test("the webhook about what started no task", () => {
    const { project, template } = alert();
    const autorun = { task_id: 12, detail: "" };
    const sent = { id: "the-key", alert: { project, template, task: null, autorun }, link: null, at: new Date() };
    expect(JSON.parse(webhookCall({ ...hook, secret: "s" }, sent).body)).toEqual({
      id: "the-key",
      event: "autorun",
      project,
      template,
      task: null,
      autorun,
      link: null,
    });
  });

  test("the webhook's test message", () => {
    const sent = { id: "the-key", alert: null, link: null, at: new Date() };
    expect(JSON.parse(webhookCall({ ...hook, secret: "s" }, sent).body)).toEqual({
      id: "the-key",
      event: "test",
      link: null,
    });
  });

  test("e-mail", () => {
    const { subject, text, html } = mailOf(message);
    expect(subject).toBe("❌ ERROR: Deploy web");
    expect(text).toBe(
      `❌ ERROR: Deploy web\n\nTask: #12\nProject: Shop\nAuthor: Ada Lovelace\nVersion: 1.4\n\n${LINK}\n`,
    );
    expect(html).toContain("<strong>❌ ERROR</strong>");
    expect(html).toContain(`href="${LINK}"`);
  });
});

describe("user input is escaped", () => {
  const NASTY = `<b>&"x" *bold* [a](http://evil.example) @all <!channel> <script>alert(1)</script>`;
  const nasty = messageOf(alert({ message: NASTY }, NASTY), undefined);

  test.each([
    ["Slack", () => slackCall(hook, nasty).body, /<!channel>|<script>|<b>/],
    ["Rocket.Chat", () => rocketchatCall(hook, nasty).body, /@all|[^\\]\]\(|http:\/\/evil/],
    ["DingTalk", () => bodyOf(dingtalkCall(hook, nasty)).markdown.text, /@all|[^\\]\]\(|[^\\]<b|http:\/\/evil/],
    ["Gotify", () => bodyOf(gotifyCall({ ...hook, token: "t" }, nasty)).message, /[^\\]\]\(|[^\\]<b/],
    ["Telegram", () => bodyOf(telegramCall({ token: "t", api: "" }, nasty, "1")).text, /<script>|<b>&"|<!/],
    ["e-mail", () => mailOf(nasty).html, /<script>|<b>|<!channel>/],
  ])("%s", (_channel, made, forbidden) => {
    expect(made()).not.toMatch(forbidden);
  });

  test("Teams gets it in text runs only, which have no markup", () => {
    const [{ content }] = bodyOf(teamsCall(hook, nasty)).attachments;
    const kinds = content.body.flatMap(({ type, inlines }: { type: string; inlines: { type: string }[] }) => [
      type,
      ...inlines.map((inline) => inline.type),
    ]);
    expect(new Set(kinds)).toEqual(new Set(["RichTextBlock", "TextRun"]));
  });

  test("without a public URL there is no link", () => {
    expect(slackCall(hook, nasty).body).not.toContain("title_link");
    expect(bodyOf(teamsCall(hook, nasty)).attachments[0].content.actions).toEqual([]);
    expect(mailOf(nasty).html).not.toContain("href");
  });
});
