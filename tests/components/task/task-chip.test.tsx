import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { TaskChip } from "@/components/task/task-chip";
import type { TaskReason } from "@/lib/protocol/reasons";
import type { TaskStatus } from "@/lib/protocol/status";
import messages from "@/messages/en.json";

const chip = (status: TaskStatus, reason: TaskReason | null): string =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <TaskChip task={{ status, reason }} />
    </NextIntlClientProvider>,
  );

test("a success in which nothing ran is amber and labelled so in every list", () => {
  expect(chip("success", "no_hosts")).toContain("Nothing ran");
  expect(chip("success", "no_hosts")).toContain("chip-amber");
  expect(chip("success", null)).toContain("Success");
  expect(chip("success", null)).not.toContain("amber");
});
