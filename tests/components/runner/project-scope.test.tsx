import { NextIntlClientProvider } from "next-intl";
import { renderToStaticMarkup } from "react-dom/server";
import { FormProvider, useForm } from "react-hook-form";
import { expect, test } from "vitest";
import { ProjectScopeField } from "@/components/runner/project-scope-field";
import messages from "@/messages/en.json";

function Form({ chosen }: { chosen: number[] | null }) {
  return (
    <FormProvider {...useForm({ defaultValues: { project_ids: chosen } })}>
      <ProjectScopeField projects={[{ id: 1, name: "Alpha" }]} />
    </FormProvider>
  );
}

const shown = (chosen: number[] | null): string =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages}>
      <Form chosen={chosen} />
    </NextIntlClientProvider>,
  );

test("the form warns when a runner serves no project", () => {
  expect(shown([])).toContain("This runner serves no project and takes no tasks.");
  for (const some of [null, [1]]) expect(shown(some)).not.toContain("serves no project");
});
