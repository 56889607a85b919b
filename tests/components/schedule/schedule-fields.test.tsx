import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { FormProvider, useForm } from "react-hook-form";
import { expect, test } from "vitest";
import { ScheduleFields } from "@/components/schedule/schedule-fields";
import { BLANK_SCHEDULE } from "@/components/schedule/schedule-form-schema";
import { ConsoleProvider } from "@/components/shell/console-context";
import messages from "@/messages/en.json";
import { CONSOLE } from "../console";

function Form({ app, check }: { app: string; check: boolean }) {
  const defaultValues = { ...BLANK_SCHEDULE, template_id: 5, active: false, check };
  return (
    <FormProvider {...useForm({ defaultValues })}>
      <ScheduleFields projectId={1} templates={[{ id: 5, name: "Shop", app, type: "" }]}>
        {null}
      </ScheduleFields>
    </FormProvider>
  );
}

const fields = (app: string, check: boolean) => {
  const markup = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <ConsoleProvider value={CONSOLE}>
        <Form app={app} check={check} />
      </ConsoleProvider>
    </NextIntlClientProvider>,
  );
  return [...markup.matchAll(/data-field="([^"]+)"/g)].map(([, name]) => name);
};

test("a check for drift can be chosen where there is one, and cleared where the template no longer has it", () => {
  expect(fields("terraform", false)).toContain("check");
  expect(fields("bash", false)).not.toContain("check");
  expect(fields("bash", true)).toContain("check");
});
