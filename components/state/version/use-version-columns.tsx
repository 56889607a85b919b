import { useTranslations } from "next-intl";
import { Bytes } from "@/components/format/bytes";
import { CommitHash } from "@/components/format/commit-hash";
import { Dash } from "@/components/format/dash";
import { Time } from "@/components/format/time";
import { isUndecided } from "@/components/state/state-summary";
import { VersionAuthor } from "@/components/state/version/version-author";
import type { Column } from "@/components/table/columns/column";
import { Badge } from "@/components/ui/badge";
import type { Version } from "@/lib/state/schema";

export function useVersionColumns(projectId: number): Column<Version>[] {
  const t = useTranslations("state");
  return [
    {
      key: "number",
      header: t("version.number"),
      cell: (version) => <VersionNumber version={version} />,
      sort: ({ number }) => number,
    },
    { key: "created", header: t("version.created"), cell: ({ created }) => <Time value={created} /> },
    {
      key: "author",
      header: t("version.author"),
      cell: (version) => <VersionAuthor projectId={projectId} version={version} />,
    },
    { key: "cause", header: t("version.cause"), cell: (version) => <Cause version={version} /> },
    {
      key: "commit",
      header: t("version.commit"),
      cell: ({ commit_hash }) => <CommitHash hash={commit_hash} />,
    },
    {
      key: "serial",
      header: t("version.serial"),
      align: "right",
      cell: ({ serial }) => serial ?? <Dash />,
    },
    { key: "resources", header: t("resources"), align: "right", cell: ({ resources }) => resources ?? t("encrypted") },
    { key: "size", header: t("size"), align: "right", cell: ({ size }) => <Bytes value={size} /> },
  ];
}

function VersionNumber({ version }: { version: Version }) {
  const t = useTranslations("state.version");
  return (
    <span className="inline-flex items-center gap-2 font-medium tabular-nums">
      {t("named", { number: version.number })}
      {version.newest && <Badge variant="success">{t("newest")}</Badge>}
      {isUndecided(version) && <Badge variant="amber">{t("offered")}</Badge>}
    </span>
  );
}

function Cause({ version: { cause, reason } }: { version: Version }) {
  const t = useTranslations("state.version");
  return (
    <span className="inline-block max-w-80 whitespace-normal">
      {t(`causes.${cause}`)}
      {reason && (
        <span className="wrap-anywhere line-clamp-2 text-muted-foreground text-xs" title={reason}>
          {reason}
        </span>
      )}
    </span>
  );
}
