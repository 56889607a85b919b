import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DriftBadge } from "@/components/drift/drift-badge";
import messages from "@/messages/en.json";

const textOf = (short: boolean): string =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <DriftBadge
        drift={{ status: "unknown", count: 0, since: new Date().toISOString() }}
        app="terraform"
        short={short}
      />
    </NextIntlClientProvider>,
  ).replace(/<[^>]*>/g, "");

test("the drift is unknown since a time of day, not since a while ago; where it is short, just unknown", () => {
  expect(textOf(false)).toMatch(/^Unknown since \d\d:\d\d \(now\)$/);
  expect(textOf(true)).toBe("Unknown");
});
