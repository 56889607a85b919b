import Link from "next/link";
import { useTranslations } from "next-intl";
import { Name } from "@/components/format/name";
import { templatesHref } from "@/components/template/template-href";
import { cn } from "@/components/ui/cn";
import { tabClasses, tabListClasses } from "@/components/ui/tab-classes";
import { EditViews } from "@/components/view/edit-views";
import type { View } from "@/lib/view/schema";

type ViewTabsProps = { projectId: number; views: View[]; current: number | null; mayManage: boolean };

/** Tabs: all templates, or those of one view. */
export function ViewTabs({ projectId, views, current, mayManage }: ViewTabsProps) {
  const t = useTranslations("view");
  if (views.length === 0 && !mayManage) return null;
  return (
    <nav aria-label={t("tabs")} className={cn(tabListClasses, "shrink-0 items-center pl-2 min-[900px]:pl-4")}>
      {[{ id: null, title: t("all") }, ...views].map(({ id, title }) => (
        <Link
          key={id ?? "all"}
          href={templatesHref(projectId, id)}
          prefetch={false}
          data-state={id === current ? "active" : "inactive"}
          aria-current={id === current ? "page" : undefined}
          className={tabClasses}
        >
          <Name text={title} className="max-w-48" />
        </Link>
      ))}
      {mayManage && (
        <span className="sticky right-0 shrink-0 bg-background pr-2">
          <EditViews projectId={projectId} views={views} current={current} />
        </span>
      )}
    </nav>
  );
}
