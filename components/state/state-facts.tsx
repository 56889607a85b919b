import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Bytes } from "@/components/format/bytes";
import { Dash } from "@/components/format/dash";
import { Time } from "@/components/format/time";
import { isEncrypted, type Workspace } from "@/components/state/state-summary";
import { VersionAuthor } from "@/components/state/version/version-author";
import { templateHref } from "@/components/template/template-href";
import { Badge } from "@/components/ui/badge";
import type { State, Version } from "@/lib/state/schema";

type StateFactsProps = { state: State; workspace: Workspace; newest: Version | null };

/** A summary of the newest version, and the templates that use the state. */
export function StateFacts({ state, workspace, newest }: StateFactsProps) {
  const t = useTranslations("state");
  return (
    <dl
      aria-label={t("facts")}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-border bg-border sm:grid-cols-3 xl:grid-cols-6"
    >
      <Tile label={t("kind")}>{t(`kinds.${state.kind}`)}</Tile>
      <Tile label={t("templates")}>
        <TemplateLinks state={state} />
      </Tile>
      <Tile label={t("version.number")}>{newest && t("version.named", { number: newest.number })}</Tile>
      <Tile label={t("resources")}>{isEncrypted(workspace) ? t("encrypted") : workspace.resources}</Tile>
      <Tile label={t("size")}>{newest && <Bytes value={newest.size} />}</Tile>
      <Tile label={t("changed")}>
        {newest && (
          <span className="flex flex-wrap items-baseline gap-x-2">
            <Time value={newest.created} />
            <VersionAuthor projectId={state.project_id} version={newest} className="text-muted-foreground text-xs" />
          </span>
        )}
      </Tile>
    </dl>
  );
}

function Tile({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5 bg-card px-3 py-2">
      <dt className="text-muted-foreground text-xs">{label}</dt>
      <dd className="wrap-anywhere text-sm">{children === null || children === false ? <Dash /> : children}</dd>
    </div>
  );
}

function TemplateLinks({ state: { project_id, templates } }: { state: State }) {
  const t = useTranslations("state");
  if (templates.length === 0) return <Badge variant="outline">{t("unused")}</Badge>;
  return (
    <ul className="flex max-h-16 flex-wrap gap-x-2 overflow-y-auto">
      {templates.map(({ id, name }) => (
        <li key={id} className="min-w-0">
          <Link href={templateHref(project_id, id)} prefetch={false} className="rounded-sm hover:underline">
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
