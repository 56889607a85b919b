import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ResumeButton } from "@/components/workflow/run/resume/resume-button";
import messages from "@/messages/en.json";

const labelOf = (status: "success" | "error" | "stopped"): string | undefined => {
  const markup = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <ResumeButton task={{ id: 7, project_id: 1, template_id: 5, status }} />
    </NextIntlClientProvider>,
  );
  return /([^>]+)<\/button>/.exec(markup)?.[1];
};

test("only a run that did not succeed is resumed; one that did is run from where one chooses", () => {
  expect(labelOf("error")).toBe("Resume");
  expect(labelOf("stopped")).toBe("Resume");
  expect(labelOf("success")).toBe("Run again from…");
});
