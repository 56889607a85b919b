import { ChevronsUpDown } from "lucide-react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { Suspense, type SyntheticEvent, useState } from "react";
import { useConsole } from "@/components/shell/console-context";
import { Logo } from "@/components/shell/logo";
import { loadProjects } from "@/components/shell/use-projects";
import { Avatar } from "@/components/ui/avatar";
import { cn } from "@/components/ui/cn";
import { Hint } from "@/components/ui/hint";
import { isRole } from "@/lib/access/roles";

const load = () => import("@/components/shell/drawer/project-popover");
const ProjectPopover = dynamic(() => load().then((module) => module.ProjectPopover));

/** Shows the open project and switches to another. */
export function ProjectSelector({ collapsed }: { collapsed: boolean }) {
  const t = useTranslations("shell.projects");
  const [open, setOpen] = useState(false);
  const [trigger, setTrigger] = useState<HTMLElement | null>(null);
  const { project, user } = useConsole();

  function prepare({ currentTarget }: SyntheticEvent<HTMLElement>) {
    setTrigger(currentTarget);
    // Without it, it doesn't open, but the page still works.
    load().catch(() => undefined);
    loadProjects(user.id);
  }

  return (
    <>
      <Hint text={collapsed && (project?.name ?? t("none"))} side="right">
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={open}
          data-state={open ? "open" : "closed"}
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={(event) => {
            prepare(event);
            setOpen(!open);
          }}
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
        </button>
      </Hint>
      {trigger && (
        <Suspense>
          <ProjectPopover trigger={trigger} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
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
