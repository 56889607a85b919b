import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { useDeliveryColumns } from "@/components/integration/delivery/use-delivery-columns";
import type { Delivery } from "@/lib/integration/schema";
import messages from "@/messages/en.json";

const delivery: Delivery = {
  id: 1,
  integration_id: 2,
  integration_name: "push",
  created: "2026-01-01T00:00:00Z",
  ip: "127.0.0.1",
  outcome: "unmatched",
  reason: "no_match",
  detail: "",
  issues: null,
  repeats: 0,
  task_id: null,
  replay_of: null,
  body_bytes: 2,
};

function Reason({ shown }: { shown: Delivery }) {
  return useDeliveryColumns(3, false)
    .find(({ key }) => key === "reason")
    ?.cell(shown);
}

const textOf = (shown: Partial<Delivery>): string =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <Reason shown={{ ...delivery, ...shown }} />
    </NextIntlClientProvider>,
  ).replace(/<[^>]*>/g, " ");

describe("the reason of a delivery", () => {
  test("leads to its detail", () => {
    expect(textOf({ detail: "by push" })).toMatch(/These matchers failed: +by push/);
    expect(textOf({ reason: "value_nul", detail: "A" })).toMatch(/This value contains a NUL character: +A/);
  });

  test.each(["no_match", "task_refused", "value_nul", "value_too_long", "variable_name"] as const)(
    "is a sentence for a member who may not see the detail: %s",
    (reason) => {
      expect(textOf({ reason })).toMatch(/\w\.\s*$/);
    },
  );
});
