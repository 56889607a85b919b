import Link from "next/link";
import { useMessages, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Name } from "@/components/format/name";
import { Seconds } from "@/components/statistics/seconds";
import { taskHref } from "@/components/task/open-task";
import { templateHref } from "@/components/template/template-href";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { Cause } from "@/lib/protocol/failure";
import type { Statistics } from "@/lib/statistics/schema";

type ListProps = Pick<Statistics, "causes" | "hosts" | "slowest"> & { projectId: number };

/** Why tasks failed, each with its newest task. Their subjects differ, so texts that name one have a general form here. */
export function Causes({ causes, projectId }: Pick<ListProps, "causes" | "projectId">) {
  const t = useTranslations();
  const general: Record<string, string> = useMessages().statistics.causeNames;
  const nameOf = (cause: Cause) => general[cause] ?? t(`task.failure.causes.${cause}`, { subject: "" });
  return (
    <Pairs
      label={t("statistics.causes")}
      heads={[t("statistics.cause"), t("statistics.failures")]}
      rows={causes.map(({ cause, reason, count, task_id }) => ({
        key: `${cause} ${reason}`,
        name: (
          <Link href={taskHref(projectId, task_id)} prefetch={false} className="rounded-sm hover:underline">
            {cause ? nameOf(cause) : t(reason ? `reasons.${reason}` : "statistics.otherCause")}
          </Link>
        ),
        value: count,
      }))}
    />
  );
}

/** Hosts that failed or could not be reached. */
export function Hosts({ hosts }: Pick<ListProps, "hosts">) {
  const t = useTranslations("statistics");
  return (
    <Pairs
      label={t("hosts")}
      heads={[t("host"), t("failures")]}
      rows={hosts.map(({ name, failed, runs }) => ({ key: name, name, value: t("ofRuns", { failed, runs }) }))}
    />
  );
}

/** Hosts on which the steps of a run take longest. */
export function SlowestHosts({ hosts }: { hosts: Statistics["slowest_hosts"] }) {
  const t = useTranslations();
  return (
    <Pairs
      label={t("statistics.slowestHosts")}
      heads={[t("statistics.host"), t("task.columns.duration")]}
      rows={hosts.map(({ name, seconds }) => ({ key: name, name, value: <Seconds value={seconds} /> }))}
    />
  );
}

/** The longest runs. */
export function Slowest({ slowest, projectId }: Pick<ListProps, "slowest" | "projectId">) {
  const t = useTranslations();
  return (
    <Pairs
      label={t("statistics.slowest")}
      heads={[t("task.columns.task"), t("task.columns.duration")]}
      rows={slowest.map(({ task_id, template_id, template_name, seconds }) => ({
        key: String(task_id),
        name: (
          <span className="flex min-w-0 gap-2">
            <Link
              href={taskHref(projectId, task_id)}
              prefetch={false}
              className="shrink-0 whitespace-nowrap rounded-sm text-primary-text hover:underline"
            >
              #{task_id}
            </Link>
            <Link
              href={templateHref(projectId, template_id)}
              prefetch={false}
              className="min-w-0 rounded-sm hover:underline"
            >
              <Name text={template_name} />
            </Link>
          </span>
        ),
        value: <Seconds value={seconds} />,
      }))}
    />
  );
}

type PairsProps = {
  label: string;
  heads: [name: string, value: string];
  rows: { key: string; name: ReactNode; value: ReactNode }[];
};

function Pairs({ label, heads: [name, value], rows }: PairsProps) {
  return (
    <Table aria-label={label}>
      <TableHeader>
        <TableRow>
          <TableHead>{name}</TableHead>
          <TableHead className="text-right">{value}</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.key}>
            <TableCell className="wrap-anywhere whitespace-normal">{row.name}</TableCell>
            <TableCell className="text-right tabular-nums">{row.value}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
