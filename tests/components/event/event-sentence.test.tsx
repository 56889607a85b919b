import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { EventSentence } from "@/components/event/event-sentence";
import type { ListedEvent } from "@/lib/event/schema";
import german from "@/messages/de.json";
import { BLANK_EVENT } from "./listed-event";

const OF_TEAM: ListedEvent = { ...BLANK_EVENT, object_type: "user", object_name: "Joe" };

const to = (role: string) => ({ role: { from: null, to: role } });

const shown = (event: Partial<ListedEvent>) =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="de" timeZone="UTC" messages={german}>
      <EventSentence event={{ ...OF_TEAM, ...event }} />
    </NextIntlClientProvider>,
  ).replace(/<[^>]*>/g, "");

test.each<[Partial<ListedEvent>, string]>([
  [{ action: "memberAdded", changes: to("guest") }, "Ann hat Joe als Gast zum Team hinzugefügt"],
  [{ action: "memberAdded" }, "Ann hat Joe zum Team hinzugefügt"],
  [{ action: "roleChanged", changes: to("owner") }, "Ann hat die Rolle von Joe auf Eigentümer geändert"],
  [{ action: "roleChanged" }, "Ann hat die Rolle von Joe geändert"],
  [{ action: "memberRemoved" }, "Ann hat Joe aus dem Team entfernt"],
  [{ action: "memberRemoved", user_id: 7, user_name: "Joe" }, "Joe hat das Team verlassen"],
  [
    { action: "deleted", part: { type: "token", name: "laptop" }, object_type: "state", object_name: "prod" },
    "Ann hat das Token laptop von prod gelöscht",
  ],
  [{ action: null, description: "Views moved" }, "Ann · Views moved"],
])("%j is told in the reader's language", (event, text) => {
  expect(shown({ description: "Some other text", ...event })).toBe(text);
});
