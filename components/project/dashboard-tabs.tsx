import Link from "next/link";
import { useTranslations } from "next-intl";
import { type DashboardScreen, dashboardScreens } from "@/components/project/dashboard-screens";
import { cn } from "@/components/ui/cn";
import { tabClasses, tabListClasses } from "@/components/ui/tab-classes";

type DashboardTabsProps = {
  projectId: number;
  active: DashboardScreen;
  /** The user may update the project. */
  maySettings: boolean;
  /** Projects of a special type have no history. */
  ordinary?: boolean;
};

/** The dashboard's tabs; a row of links below the page's header. */
export function DashboardTabs({ projectId, active, maySettings, ordinary = true }: DashboardTabsProps) {
  const t = useTranslations("project");
  return (
    <nav aria-label={t("tabs")} className={cn(tabListClasses, "shrink-0 px-2 min-[900px]:px-4")}>
      {dashboardScreens({ maySettings, ordinary }).map(({ name, icon: Icon }) => (
        <Link
          key={name}
          href={`/project/${projectId}/${name}`}
          prefetch={false}
          aria-current={name === active ? "page" : undefined}
          data-state={name === active ? "active" : "inactive"}
          className={tabClasses}
        >
          <Icon aria-hidden="true" className="max-sm:hidden" />
          {t(name)}
        </Link>
      ))}
    </nav>
  );
}
