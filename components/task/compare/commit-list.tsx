import { useTranslations } from "next-intl";
import { CommitHash } from "@/components/format/commit-hash";
import { Time } from "@/components/format/time";
import { type ComparedRuns, Section } from "@/components/task/compare/difference-table";
import { cn } from "@/components/ui/cn";
import type { CommitInfo } from "@/lib/protocol/commits";
import type { ComparedCommits } from "@/lib/task/schema/compare";

/** The commits that only one of the runs had. */
export function ComparedCommitList({ commits, runs }: { commits: ComparedCommits; runs: ComparedRuns }) {
  const t = useTranslations("task.compare");
  const { state, added, removed, more } = commits;
  if (state === "same") return null;
  return (
    <Section title={t("commits")}>
      {state === "unknown" && <p className="text-muted-foreground text-sm">{t("unknownCommits")}</p>}
      <Commits sign="+" commits={added} />
      {removed.length > 0 && <p className="text-xs">{t("removedCommits", { id: `#${runs.before.id}` })}</p>}
      <Commits sign="−" commits={removed} />
      {more && <p className="text-muted-foreground text-xs">…</p>}
    </Section>
  );
}

function Commits({ sign, commits }: { sign: string; commits: readonly CommitInfo[] }) {
  if (commits.length === 0) return null;
  return (
    <ul className="flex max-w-5xl flex-col">
      {commits.map((commit) => (
        <li
          key={commit.hash}
          className="relative flex flex-wrap items-baseline gap-x-2 border-border/60 border-t py-1 pl-4 text-xs"
        >
          <span
            aria-hidden="true"
            className={cn("absolute left-0", sign === "+" ? "text-success-text" : "text-error-text")}
          >
            {sign}
          </span>
          <CommitHash hash={commit.hash} />
          <span className="wrap-anywhere min-w-0 text-sm">{commit.subject}</span>
          <span className="text-muted-foreground">
            {commit.author}, <Time value={commit.time} />
          </span>
          {commit.paths.length > 0 && (
            <span className="wrap-anywhere basis-full font-mono text-muted-foreground">
              {commit.paths.join(" ")}
              {commit.files > commit.paths.length && ` +${commit.files - commit.paths.length}`}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
