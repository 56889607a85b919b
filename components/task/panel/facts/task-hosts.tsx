import { useTranslations } from "next-intl";
import type { LogFilter } from "@/components/log/fold/use-filter";
import { StatusSvg } from "@/components/status/status-svg";
import { cn } from "@/components/ui/cn";
import { ScrollBox } from "@/components/ui/scroll-box";
import type { TaskDetail } from "@/lib/task/schema";

type Host = NonNullable<TaskDetail["hosts"]>[number];

const COUNTS = ["ok", "changed", "skipped", "unreachable", "failed"] as const;

const isBad = (host: Host) => host.failed > 0 || host.unreachable > 0;

type TaskHostsProps = { hosts: Host[]; filter: LogFilter | null; onFilter: (filter: LogFilter | null) => void };

/** Ansible's results per host; failed ones first. A click shows only the lines of one. */
export function TaskHosts({ hosts, filter, onFilter }: TaskHostsProps) {
  const t = useTranslations("task.hosts");
  const only = filter?.kind === "host" ? filter.name : null;
  const sorted = hosts.toSorted((a, b) => Number(isBad(b)) - Number(isBad(a)) || a.host.localeCompare(b.host));
  return (
    <section aria-label={t("label")}>
      <h2 className="px-2 pb-1 font-medium text-muted-foreground text-xs">{t("title", { count: hosts.length })}</h2>
      <ScrollBox aria-label={t("label")} className="max-md:overflow-x-auto">
        <ul className="flex gap-1 md:flex-col md:gap-0.5">
          {sorted.map((host) => (
            <li key={host.host} className="rounded-md text-sm max-md:shrink-0 max-md:bg-muted">
              <button
                type="button"
                aria-pressed={only === host.host}
                title={host.host}
                onClick={() => onFilter(only === host.host ? null : { kind: "host", name: host.host })}
                className={cn(
                  "w-full rounded-md px-2 py-1 text-left hover:bg-accent",
                  only === host.host && "bg-accent",
                )}
              >
                <span className="flex items-center gap-2">
                  <StatusSvg status={isBad(host) ? "error" : "success"} size={10} />
                  <span className="min-w-0 flex-1 truncate">{host.host}</span>
                </span>
                <span className="flex flex-wrap gap-x-2 pl-4.5 text-muted-foreground text-xs tabular-nums">
                  {COUNTS.filter((count) => host[count] > 0).map((count) => (
                    <span
                      key={count}
                      className={cn(
                        count === "changed" && "text-amber-text",
                        (count === "failed" || count === "unreachable") && "text-error-text",
                      )}
                    >
                      {t(count, { count: host[count] })}
                    </span>
                  ))}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </ScrollBox>
    </section>
  );
}
