import { Activity, ChartColumn, Gauge, History, Settings } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { cn } from "@/components/ui/cn";
import { tabClasses, tabListClasses } from "@/components/ui/tab-classes";

const TABS = [
  { name: "history", icon: History },
  { name: "active", icon: Gauge },
  { name: "activity", icon: Activity },
  { name: "statistics", icon: ChartColumn },
  { name: "settings", icon: Settings },
] as const;

type DashboardTabsProps = {
  projectId: number;
  active: (typeof TABS)[number]["name"];
  /** The user may update the project. */
  maySettings: boolean;
  /** Projects of a special type have no history. */
  ordinary?: boolean;
};

/** The dashboard's tabs; a row of links below the page's header. */
export function DashboardTabs({ projectId, active, maySettings, ordinary = true }: DashboardTabsProps) {
  const t = useTranslations("project");
  const shown = { history: ordinary, active: ordinary, activity: true, statistics: ordinary, settings: maySettings };
  return (
    <nav aria-label={t("tabs")} className={cn(tabListClasses, "shrink-0 px-2 min-[900px]:px-4")}>
      {TABS.filter(({ name }) => shown[name]).map(({ name, icon: Icon }) => (
        <Link
          key={name}
          href={`/project/${projectId}/${name}`}
          prefetch={false}
          aria-current={name === active ? "page" : undefined}
          data-state={name === active ? "active" : "inactive"}
          className={tabClasses}
        >
          <Icon aria-hidden="true" />
          {t(name)}
        </Link>
      ))}
    </nav>
  );
}
