import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NotificationState } from "@/components/notification/notification-state";
import { type Notification, NotificationState as States } from "@/lib/notification/schema";
import { CHANNELS, SendReason } from "@/lib/protocol/alert";
import messages from "@/messages/en.json";

const notification = (changes: Partial<Notification>): Notification => ({
  id: 1,
  created: "2026-01-01T00:00:00Z",
  project_id: 1,
  project_name: "Shop",
  template_id: 7,
  template_name: "Deploy",
  task_id: 12,
  status: "error",
  drift: null,
  schedule: null,
  autorun: null,
  channel: "slack",
  recipient: "",
  state: "failed",
  tries: 3,
  due_at: null,
  sent_at: null,
  failed_at: null,
  reason: null,
  detail: null,
  ...changes,
});

const textOf = (changes: Partial<Notification>): string =>
  renderToStaticMarkup(
    <NextIntlClientProvider
      locale="en"
      messages={messages}
      timeZone="UTC"
      onError={(error) => {
        throw error;
      }}
    >
      <NotificationState notification={notification(changes)} />
    </NextIntlClientProvider>,
  )
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

test.each(States.options)("the state %s has a text", (state) => {
  expect(textOf({ state })).toContain(messages.notification.states[state]);
});

test.each(SendReason.options)("the reason %s has a text", (reason) => {
  expect(textOf({ reason, detail: "HTTP 500" }).length).toBeGreaterThan("Failed".length + 10);
});

test("a waiting notification shows its number of tries", () => {
  const text = textOf({ state: "retrying", reason: "bad_answer", detail: "HTTP 500", due_at: "2026-01-01T00:10:00Z" });
  expect(text).toContain("Waiting to retry The service returned an error (HTTP 500). 3 tries · next try");
});

test("every channel has a name", () => {
  for (const channel of CHANNELS) expect(messages.notification.channels[channel]).toBeTruthy();
});
