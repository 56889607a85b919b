import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Dash } from "@/components/format/dash";
import { Time } from "@/components/format/time";
import type { ProjectName } from "@/components/runner/project-scope-field";
import type { Runner } from "@/lib/runner/schema";

/** A runner's reported properties and its projects. */
export function RunnerDetails({ runner, projects }: { runner: Runner; projects: ProjectName[] }) {
  const t = useTranslations("runner");
  const { hostname, created, last_seen, tools, local_folders, project_ids } = runner;
  const programs = Object.entries(tools);
  return (
    <div className="flex flex-col gap-3 px-4 py-3 text-sm">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Fact term={t("host")}>{hostname || <Dash />}</Fact>
        <Fact term={t("seen")}>
          <Time value={last_seen} />
        </Fact>
        <Fact term={t("created")}>
          <Time value={created} />
        </Fact>
        <Fact term={t("localFolders")}>
          {local_folders ? local_folders.join(", ") || t("localFoldersNone") : t("localFoldersAny")}
        </Fact>
      </dl>
      {project_ids && runner.project_id === null && (
        <dl>
          <Fact term={t("projects")}>
            {projects
              .filter(({ id }) => project_ids.includes(id))
              .map(({ name }) => name)
              .join(", ") || t("noProjects")}
          </Fact>
        </dl>
      )}
      {programs.length === 0 ? (
        <p className="text-muted-foreground">{t(runner.legacy ? "legacyHelp" : "noTools")}</p>
      ) : (
        <dl aria-label={t("tools")} className="flex flex-wrap gap-x-8 gap-y-2">
          {programs.map(([program, version]) => (
            <Fact key={program} term={program}>
              {version || <Dash />}
            </Fact>
          ))}
        </dl>
      )}
    </div>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted-foreground text-xs">{term}</dt>
      <dd className="wrap-anywhere whitespace-normal">{children}</dd>
    </div>
  );
}
