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
  [{ description: "User ID 7 added to team", changes: to("guest") }, "Ann hat Joe als Gast zum Team hinzugefügt"],
  [{ description: "User ID 7 added to team" }, "Ann hat Joe zum Team hinzugefügt"],
  [
    { description: "Changed role for User ID 7", changes: to("owner") },
    "Ann hat die Rolle von Joe auf Eigentümer geändert",
  ],
  [{ description: "Changed role for User ID 7" }, "Ann hat die Rolle von Joe geändert"],
  [{ description: "User ID 7 removed from team" }, "Ann hat Joe aus dem Team entfernt"],
  [{ description: "User ID 7 removed from team", user_id: 7, user_name: "Joe" }, "Joe hat das Team verlassen"],
])("$description is told in the reader's language", (event, text) => {
  expect(shown(event)).toBe(text);
});
