import { useTranslations } from "next-intl";
import { useWatch } from "react-hook-form";
import { argumentsIn } from "@/components/template/form/arguments-field";
import { type Command, type CommandLine, commandLines } from "@/components/template/form/command-line";
import type { FormResources } from "@/components/template/form/form-resources";
import type { TemplateFormValues } from "@/components/template/form/template-form-schema";

const WATCHED = [
  "app",
  "playbook",
  "arguments",
  "init_arguments",
  "survey_vars",
  "vaults",
  "auto_approve",
  "task_params",
  "inventory_id",
  "environment_ids",
] as const;

/** What a task of this template will run, as the form stands now. */
export function CommandPreview({ resources }: { resources: FormResources }) {
  const t = useTranslations("template.form");
  const [app, playbook, args, initArgs, survey_vars, vaults, auto_approve, task_params, inventoryId, environmentIds] =
    useWatch<TemplateFormValues, typeof WATCHED>({ name: WATCHED });
  const inventory = resources.inventories.find(({ id }) => id === inventoryId);
  const command: Command = {
    values: {
      app,
      playbook,
      survey_vars,
      vaults,
      auto_approve,
      task_params,
      arguments: argumentsIn(args),
      init_arguments: argumentsIn(initArgs),
    },
    app: resources.app,
    inventory: inventory ? (inventory.workspace ?? inventory.name) : null,
    variables: environmentIds.flatMap(
      (chosen) => resources.environments.find(({ id }) => id === chosen)?.variables ?? [],
    ),
    missing: { inventory: t("missingInventory"), program: t("missingProgram") },
  };
  return (
    <figure className="min-w-0 flex-1 max-sm:basis-full">
      <figcaption className="sr-only">{t("preview")}</figcaption>
      <pre
        data-preview=""
        className="max-h-28 overflow-auto max-sm:max-h-15 whitespace-pre-wrap font-mono text-muted-foreground text-xs leading-5 [overflow-wrap:anywhere]"
      >
        {commandLines(command).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
          <PreviewLine key={index} line={line} />
        ))}
      </pre>
    </figure>
  );
}

function PreviewLine({ line: { words, afterConfirmation } }: { line: CommandLine }) {
  const t = useTranslations("template.form");
  return (
    <code className="block before:select-none before:text-muted-foreground/60 before:content-['$_']">
      {words.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal words may repeat
        <span key={index} className={word.hole ? "text-primary-text" : "text-foreground"}>
          {index > 0 && " "}
          {word.text}
        </span>
      ))}
      {afterConfirmation && <span> # {t("afterConfirmation")}</span>}
    </code>
  );
}
