import { ChevronsUpDown } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useConsole } from "@/components/shell/console-context";
import { Logo } from "@/components/shell/logo";
import { Avatar } from "@/components/ui/avatar";
import { cn } from "@/components/ui/cn";
import { Hint } from "@/components/ui/hint";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { isRole } from "@/lib/access/roles";

const ProjectList = dynamic(() =>
  import("@/components/shell/drawer/project-list").then((module) => module.ProjectList),
);

/** Shows the open project and switches to another. */
export function ProjectSelector({ collapsed }: { collapsed: boolean }) {
  const t = useTranslations("shell.projects");
  const [open, setOpen] = useState(false);
  const { project } = useConsole();
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <Hint text={collapsed && (project?.name ?? t("none"))} side="right">
        <PopoverTrigger
          aria-label={collapsed ? [t("choose"), project?.name].filter(Boolean).join(": ") : undefined}
          className={cn(
            "flex h-11 shrink-0 items-center gap-2.5 rounded-md text-left transition-colors focus-visible:-outline-offset-2 hover:bg-accent data-[state=open]:bg-accent",
            collapsed ? "w-10 justify-center" : "w-full px-1.5",
          )}
        >
          {project ? <Avatar name={project.name} id={project.id} /> : <Logo className="size-7" />}
          {!collapsed && (
            <>
              <span className="sr-only">{t("choose")}</span>
              <SelectorText />
            </>
          )}
        </PopoverTrigger>
      </Hint>
      <PopoverContent align="start" className="w-64 overflow-hidden p-0">
        <ProjectList close={() => setOpen(false)} />
      </PopoverContent>
    </Popover>
  );
}

function SelectorText() {
  const t = useTranslations("shell.projects");
  const { project } = useConsole();
  const role = useRoleTitle();
  return (
    <>
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block truncate font-semibold text-sm">{project?.name ?? t("none")}</span>
        {role && <span className="block truncate text-muted-foreground text-xs">{role}</span>}
      </span>
      <ChevronsUpDown className="size-4 shrink-0 text-muted-foreground" />
    </>
  );
}

/** Admins have access without a member's role. */
function useRoleTitle(): string | null {
  const t = useTranslations("project.role");
  const { project, role, user } = useConsole();
  if (!project) return null;
  if (isRole(role)) return t(role);
  return user.admin ? t("admin") : null;
}
