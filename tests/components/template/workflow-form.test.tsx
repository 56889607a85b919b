import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { type FieldValues, FormProvider, useForm } from "react-hook-form";
import { expect, test } from "vitest";
import { ConsoleProvider } from "@/components/shell/console-context";
import { BasicsSection } from "@/components/template/form/basics-section";
import type { FormResources } from "@/components/template/form/form-resources";
import { InputsSection } from "@/components/template/form/inputs-section";
import { LaunchSection } from "@/components/template/form/launch-section";
import { SourceSection } from "@/components/template/form/source-section";
import { blankTemplate } from "@/components/template/form/template-form-schema";
import { TriggersSection } from "@/components/template/form/triggers-section";
import messages from "@/messages/en.json";
import { CONSOLE } from "../console";

const resourcesOf = (app: string): FormResources => ({
  app: { id: app, title: "", path: "", args: null },
  repositories: [],
  inventories: [],
  environments: [],
  keys: [],
  states: [],
  buildTemplates: [],
  views: [{ id: 3, title: "Releases" }],
  currentState: null,
  declaresBackend: false,
  workflow: null,
});

function Form({ app, children }: { app: string; children: ReactNode }) {
  const defaultValues = blankTemplate({ app, view_id: null, repository_id: null, environment_id: null });
  return <FormProvider {...useForm<FieldValues>({ defaultValues })}>{children}</FormProvider>;
}

/** The paths of the form's fields. */
function fieldsOf(app: string): string[] {
  const resources = resourcesOf(app);
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <ConsoleProvider value={CONSOLE}>
        <Form app={app}>
          <BasicsSection resources={resources} />
          {app !== "workflow" && <SourceSection projectId={1} resources={resources} />}
          <InputsSection projectId={1} resources={resources} />
          <LaunchSection app={app} />
          <TriggersSection resources={resources} />
        </Form>
      </ConsoleProvider>
    </NextIntlClientProvider>,
  );
  return [...html.matchAll(/data-field="([^"]+)"/g)].map(([, path = ""]) => path);
}

const OF_PROGRAMS = [
  "playbook",
  "arguments",
  "launch.git_branch",
  "launch.environment_id",
  "launch.arguments",
  "commit_check.on",
  "timeout_seconds",
];

test("the form of a workflow asks for nothing that only a program needs", () => {
  const fields = fieldsOf("workflow");
  expect(fields.filter((path) => OF_PROGRAMS.includes(path))).toEqual([]);
  expect(fields).toEqual([
    ...["type", "name", "view_id", "labels", "description", "survey_vars"],
    ...["launch.message", "always_ask", "allow_parallel_tasks", "suppress_success_alerts"],
  ]);
});

test("the form of a script still asks for it, and for a file only below the repository", () => {
  const fields = fieldsOf("bash");
  expect(fields).toEqual(expect.arrayContaining(OF_PROGRAMS));
  expect(fields.indexOf("playbook")).toBeGreaterThan(fields.indexOf("repository_id"));
});
