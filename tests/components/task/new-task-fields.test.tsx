import { NextIntlClientProvider } from "next-intl";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { FormProvider, useForm } from "react-hook-form";
import { describe, expect, test } from "vitest";
import { ConsoleProvider } from "@/components/shell/console-context";
import { NewTaskFields } from "@/components/task/start/new-task-fields";
import { type PreviousTask, startValues } from "@/components/task/start/new-task-values";
import type { Launch } from "@/lib/template/rules/launch";
import type { Template } from "@/lib/template/schema";
import messages from "@/messages/en.json";
import { CONSOLE } from "../console";

const templateOf = (app: string, launch: Launch): Template => ({
  id: 5,
  project_id: 1,
  inventory_id: 1,
  repository_id: 1,
  environment_id: null,
  environment_ids: [],
  view_id: null,
  build_template_id: null,
  name: "Shop",
  description: null,
  app,
  type: "",
  playbook: "site.yml",
  launch,
  init_arguments: null,
  state_id: null,
  stack: "",
  declares_backend: false,
  arguments: null,
  start_version: null,
  autorun: false,
  git_branch: null,
  survey_vars: null,
  vaults: [],
  suppress_success_alerts: false,
  allow_parallel_tasks: false,
  runner_tag: "",
  timeout_seconds: 0,
  auto_approve: false,
  always_ask: false,
  labels: [],
  graph: null,
  favorite: false,
  recent_tasks: [],
  tasks: 0,
  last_task_id: null,
  last_task: null,
  current_task: null,
  drift: null,
  task_params: {},
  allow_override_args_in_task: false,
  allow_override_branch_in_task: false,
});

const inventories = [
  { id: 1, name: "Staging", type: "static" as const },
  { id: 2, name: "Production", type: "file" as const },
];

type FormProps = { template: Template; mayManage: boolean; previous?: PreviousTask | null };

function Form({ template, mayManage, previous = null }: FormProps): ReactNode {
  const defaultValues = startValues({ template, previous, newestBuildId: null, mayManage });
  const start = { template, builds: [], inventories, environments: [] };
  return (
    <FormProvider {...useForm({ defaultValues })}>
      <NewTaskFields start={start} previous={previous} mayManage={mayManage} />
    </FormProvider>
  );
}

const render = (form: FormProps): string =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en" messages={messages} timeZone="UTC">
      <ConsoleProvider value={CONSOLE}>
        <Form {...form} />
      </ConsoleProvider>
    </NextIntlClientProvider>,
  );

/** The fields of the dialog, and those of its advanced part. */
function shown(app: string, launch: Launch, mayManage: boolean) {
  const markup = render({ template: templateOf(app, launch), mayManage });
  const fieldsOf = (part: string) => [...part.matchAll(/data-field="([^"]+)"/g)].map(([, name]) => name);
  const [asked = "", advanced = ""] = markup.split("<details");
  return { asked: fieldsOf(asked), advanced: fieldsOf(advanced) };
}

const SWITCHES = ["debug", "dry_run", "diff"];
const MANAGED = ["git_branch", "inventory_id", "environment_id", "limit", "tags", "skip_tags"];

describe("the start dialog", () => {
  test("of a template without launch settings shows each role its default fields", () => {
    expect(shown("ansible", {}, true)).toEqual({ asked: ["message", ...SWITCHES], advanced: MANAGED });
    expect(shown("ansible", {}, false)).toEqual({ asked: ["message", ...SWITCHES], advanced: [] });
    expect(shown("terraform", {}, false)).toEqual({ asked: ["message", "plan"], advanced: [] });
  });

  test("shows fields to ask for at the top, and allowed ones under Advanced, to everyone", () => {
    const launch: Launch = { limit: "ask", arguments: "ask", tags: "allowed", message: "allowed", debug: "fixed" };
    expect(shown("ansible", launch, false)).toEqual({
      asked: ["limit", "arguments", "dry_run", "diff"],
      advanced: ["message", "tags"],
    });
  });

  test("hides fixed fields from managers too", () => {
    const launch: Launch = { git_branch: "fixed", inventory_id: "fixed", limit: "fixed", destroy: "fixed" };
    expect(shown("ansible", launch, true).advanced).toEqual(["environment_id", "tags", "skip_tags"]);
    expect(shown("terraform", launch, true)).toEqual({
      asked: ["message", "plan", "auto_approve"],
      advanced: ["environment_id"],
    });
  });

  test("offers Destroy if the template asks for it", () => {
    expect(shown("terraform", { destroy: "ask" }, false).asked).toEqual(["message", "plan", "destroy"]);
  });
});

describe("the dialog of a task to run again", () => {
  const previous: PreviousTask = {
    id: 7,
    message: "",
    environment: "{}",
    debug: false,
    dry_run: false,
    diff: false,
    limit: "",
    arguments: null,
    git_branch: null,
    commit_hash: null,
    commit_message: "",
    playbook: "",
    build_task_id: null,
    incoming_version: null,
    inventory_id: null,
    environment_id: null,
    params: {},
  };
  const alertsOf = (changes: Partial<PreviousTask>, mayManage: boolean): string[] => {
    const markup = render({ template: templateOf("ansible", {}), mayManage, previous: { ...previous, ...changes } });
    return [...markup.matchAll(/data-slot="alert".*?<div [^>]*>([^<]*)</gs)].map(([, text = ""]) => text);
  };

  test("says what it passes on without a field, and what only a manager could", () => {
    const given = { environment: '{"region":"eu","tier":"web"}', playbook: "other.yml" };
    expect(alertsOf(given, true)).toEqual(["Also passed: region, tier, other.yml"]);
    expect(alertsOf(given, false)).toEqual([
      "Not passed, because your role doesn&#x27;t allow it: region, tier, other.yml",
    ]);
    for (const playbook of ["", "site.yml"]) expect(alertsOf({ playbook }, false)).toEqual([]);
  });

  test("says that the build is gone", () => {
    expect(alertsOf({ incoming_version: "1.2" }, true)).toEqual([messages.errors.buildDeleted]);
    expect(alertsOf({ incoming_version: "1.2", build_task_id: 3 }, true)).toEqual([]);
  });
});
