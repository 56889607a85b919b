import { ChevronRight, GitCommitHorizontal } from "lucide-react";
import { useTranslations } from "next-intl";
import { CheckDetails } from "@/components/template/detail/check-details";
import { useIntervalText } from "@/components/template/form/commit-check/check-interval";
import type { Named } from "@/components/template/list/use-template-columns";
import { Badge } from "@/components/ui/badge";
import type { CommitCheck } from "@/lib/template/schema";

type CommitChecksProps = { checks: CommitCheck[]; repositories: Named[] };

/** The repositories whose commits start the template; expanded, the last results of their checks. */
export function CommitChecks({ checks, repositories }: CommitChecksProps) {
  if (checks.length === 0) return null;
  return (
    <div className="flex flex-col overflow-hidden rounded-lg border border-border bg-card [&>*+*]:border-t">
      {checks.map((check) => (
        <Check
          key={check.id}
          check={check}
          repository={repositories.find(({ id }) => id === check.repository_id)?.name ?? ""}
        />
      ))}
    </div>
  );
}

function Check({ check, repository }: { check: CommitCheck; repository: string }) {
  const t = useTranslations("template.commitCheck");
  const intervalText = useIntervalText();
  return (
    <CheckDetails check={{ id: check.id, project_id: check.project_id }}>
      <summary className="flex min-h-9 list-none flex-wrap items-center gap-x-2 gap-y-0.5 px-3 py-1.5 text-sm hover:bg-accent [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 text-muted-foreground group-open:rotate-90" />
        <GitCommitHorizontal aria-hidden="true" className="size-4 text-muted-foreground" />
        <span>{t("waitsFor", { repository })}</span>
        <span className="text-muted-foreground">{intervalText(check.cron_format)}</span>
        {!check.active && <Badge>{t("off")}</Badge>}
      </summary>
    </CheckDetails>
  );
}
