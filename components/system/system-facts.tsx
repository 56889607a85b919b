import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Bytes } from "@/components/format/bytes";
import { Dash } from "@/components/format/dash";
import { taskHref } from "@/components/task/open-task";
import type { SystemStatus } from "@/lib/system/schema";

/** The installation at a glance. */
export function SystemFacts({ system: { version, database, counts, oldest_waiting } }: { system: SystemStatus }) {
  const t = useTranslations("system");
  return (
    <dl
      aria-label={t("facts")}
      className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-border bg-border sm:grid-cols-3 xl:grid-cols-5"
    >
      <Fact label={t("version")}>{version}</Fact>
      <Fact label={t("database")}>
        <Bytes value={database.bytes} /> <span className="text-muted-foreground">· Postgres {database.version}</span>
      </Fact>
      <Fact label={t("runners")}>
        <Link href="/runners" className="rounded-sm hover:underline">
          {t("online", { online: counts.runners_online, total: counts.runners })}
        </Link>
      </Fact>
      <Fact label={t("projects")}>{t("number", { count: counts.projects })}</Fact>
      <Fact label={t("users")}>
        <Link href="/users" className="rounded-sm hover:underline">
          {t("number", { count: counts.users })}
        </Link>
      </Fact>
      <Fact label={t("templates")}>{t("number", { count: counts.templates })}</Fact>
      <Fact label={t("tasks")}>{t("number", { count: counts.tasks })}</Fact>
      <Fact label={t("running")}>
        <Link href="/tasks" className="rounded-sm hover:underline">
          {t("number", { count: counts.running })}
        </Link>
      </Fact>
      <Fact label={t("waiting")}>
        <Link href="/tasks" className="rounded-sm hover:underline">
          {t("number", { count: counts.waiting })}
        </Link>
      </Fact>
      <Fact label={t("oldestWaiting")}>{oldest_waiting ? <OldestWaiting oldest={oldest_waiting} /> : <Dash />}</Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5 bg-card px-3 py-2 sm:max-xl:last:col-span-full">
      <dt className="text-muted-foreground text-xs">{label}</dt>
      <dd className="wrap-anywhere text-sm tabular-nums">{children}</dd>
    </div>
  );
}

function OldestWaiting({ oldest }: { oldest: NonNullable<SystemStatus["oldest_waiting"]> }) {
  const format = useFormatter();
  const { project_id, project_name, task_id, template_name, created } = oldest;
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <Link href={taskHref(project_id, task_id)} className="rounded-sm text-primary-text hover:underline">
        #{task_id}
      </Link>
      <span title={project_name}>{template_name}</span>
      <time dateTime={created} className="text-muted-foreground text-xs">
        {format.relativeTime(new Date(created), new Date())}
      </time>
    </span>
  );
}
