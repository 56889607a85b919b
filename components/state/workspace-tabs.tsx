import { Lock } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Name } from "@/components/format/name";
import type { Workspace } from "@/components/state/state-summary";
import { cn } from "@/components/ui/cn";
import { tabClasses, tabListClasses } from "@/components/ui/tab-classes";

type WorkspaceTabsProps = { workspaces: Workspace[]; current: string; href: (workspace: string) => string };

/** The workspaces of a state as links; locked ones have an icon. */
export function WorkspaceTabs({ workspaces, current, href }: WorkspaceTabsProps) {
  const t = useTranslations("state");
  return (
    <nav aria-label={t("workspaces")} className={cn(tabListClasses, "shrink-0 px-2 min-[900px]:px-4")}>
      {workspaces.map(({ name, lock }) => (
        <Link
          key={name}
          href={href(name)}
          prefetch={false}
          data-state={name === current ? "active" : "inactive"}
          aria-current={name === current ? "page" : undefined}
          className={tabClasses}
        >
          <Name text={name} className="max-w-48" />
          {lock && <Lock role="img" aria-label={t("locked")} className="text-amber-text" />}
        </Link>
      ))}
    </nav>
  );
}
