import Link from "next/link";
import { useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import { useAppTitle } from "@/components/app/app-title";
import { DriftBadge } from "@/components/drift/drift-badge";
import { Dash } from "@/components/format/dash";
import { objectHref } from "@/components/shell/object-href";
import { stateHref } from "@/components/state/state-summary";
import type { Named } from "@/components/template/list/use-template-columns";
import { templateHref } from "@/components/template/template-href";
import { typeKey } from "@/components/template/type-icon";
import { cn } from "@/components/ui/cn";
import { programKind } from "@/lib/protocol/app";
import type { State } from "@/lib/state/schema";
import { parseArguments } from "@/lib/template/rules";
import type { Names, Template } from "@/lib/template/schema";

type TemplateFactsProps = {
  template: Template;
  resources: Names;
  /** Null: the template has none yet, or its code keeps it elsewhere. */
  state: Pick<State, "id" | "name"> | null;
};

/** What a template runs, and where. */
export function TemplateFacts({ template, resources, state }: TemplateFactsProps) {
  const t = useTranslations("template");
  return (
    <section aria-label={t("facts.label")} className="flex flex-col gap-4">
      {template.description && (
        <p className="wrap-anywhere max-w-4xl whitespace-pre-line text-muted-foreground text-sm">
          {template.description}
        </p>
      )}
      <Tiles template={template} resources={resources} />
      <MoreFacts
        template={template}
        state={state}
        builtFrom={nameOf(resources.templates, template.build_template_id)}
      />
    </section>
  );
}

const nameOf = (list: Named[], id: number | null) => list.find((one) => one.id === id)?.name;

/** Only a workflow's nodes have a file, an inventory and so on. */
function Tiles({ template, resources }: Pick<TemplateFactsProps, "template" | "resources">) {
  const t = useTranslations();
  const appTitle = useAppTitle();
  const linked = (kind: "inventory" | "environment" | "repository", list: Named[], ids: (number | null)[]) => {
    const used = ids.flatMap((id) => list.find((one) => one.id === id) ?? []);
    if (used.length === 0) return null;
    return used.map(({ id, name }, at) => (
      <Fragment key={id}>
        {at > 0 && ", "}
        <Link
          href={objectHref(kind, { project_id: template.project_id, id, name })}
          className="rounded-sm hover:underline"
        >
          {name}
        </Link>
      </Fragment>
    ));
  };
  const type = <Tile label={t("template.facts.type")}>{t(`template.types.${typeKey(template.type)}`)}</Tile>;
  const app = <Tile label={t("template.facts.app")}>{appTitle({ id: template.app })}</Tile>;
  if (template.graph) {
    return (
      <dl className={cn(TILES, "grid-cols-3")}>
        {app}
        {type}
        <Tile label={t("workflow.resume.nodes")}>{template.graph.nodes.length}</Tile>
      </dl>
    );
  }
  return (
    <dl className={cn(TILES, "grid-cols-2 sm:grid-cols-3 xl:grid-cols-6")}>
      <Tile label={t(`template.form.playbook.${programKind(template.app)}`)}>
        {template.playbook && <code className="font-mono text-xs">{template.playbook}</code>}
      </Tile>
      {type}
      <Tile label={t("template.columns.inventory")}>
        {linked("inventory", resources.inventories, [template.inventory_id])}
      </Tile>
      <Tile label={t("template.columns.environment")}>
        {linked("environment", resources.environments, template.environment_ids)}
      </Tile>
      <Tile label={t("template.columns.repository")}>
        {linked("repository", resources.repositories, [template.repository_id])}
      </Tile>
      {app}
    </dl>
  );
}

const TILES = "grid gap-px overflow-hidden rounded-lg border border-border bg-border";

function Tile({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5 bg-card px-3 py-2">
      <dt className="text-muted-foreground text-xs">{label}</dt>
      <dd className="wrap-anywhere line-clamp-3 text-sm">{children || <Dash />}</dd>
    </div>
  );
}

type MoreFactsProps = Pick<TemplateFactsProps, "template" | "state"> & { builtFrom: string | undefined };

/** What only some templates have. */
function MoreFacts({ template, state, builtFrom }: MoreFactsProps) {
  const t = useTranslations("template.facts");
  const args = parseArguments(template.arguments ?? "[]") ?? [];
  const form = useTranslations("template.form");
  const label = useTranslations("template");
  const initArgs = parseArguments(template.init_arguments ?? "[]") ?? [];
  const facts: [label: string, value: ReactNode][] = [
    [t("startVersion"), template.start_version],
    [
      t("builtFrom"),
      builtFrom && (
        <Link
          href={templateHref(template.project_id, template.build_template_id ?? 0)}
          className="rounded-sm text-primary-text hover:underline"
        >
          {builtFrom}
        </Link>
      ),
    ],
    [
      t("state"),
      state && (
        <Link href={stateHref(template.project_id, state.id)} className="rounded-sm text-primary-text hover:underline">
          {state.name}
        </Link>
      ),
    ],
    [t("state"), template.declares_backend && t("declaredBackend")],
    [
      t("drift"),
      template.drift && (
        <Link href={`/project/${template.project_id}/drift`} prefetch={false} className="rounded-sm">
          <DriftBadge drift={template.drift} app={template.app} />
        </Link>
      ),
    ],
    [label("labels"), template.labels.join(", ")],
    [form("stack"), template.stack],
    [t("branch"), template.git_branch],
    [t("arguments"), args.length > 0 && <code className="font-mono text-xs">{args.join(" ")}</code>],
    [form("initArguments"), initArgs.length > 0 && <code className="font-mono text-xs">{initArgs.join(" ")}</code>],
    [t("runnerTag"), template.runner_tag],
    [t("timeout"), template.timeout_seconds > 0 && t("seconds", { count: template.timeout_seconds })],
  ];
  const shown = facts.filter(([, value]) => value);
  if (shown.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {shown.map(([label, value]) => (
        <div key={label} className="flex min-w-0 items-baseline gap-1.5">
          <dt className="shrink-0 text-muted-foreground text-xs">{label}</dt>
          <dd className="min-w-0 truncate">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
