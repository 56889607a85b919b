import { ArchiveRestore, type LucideIcon, Plus, UserCheck } from "lucide-react";
import Link, { useLinkStatus } from "next/link";
import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useConsole } from "@/components/shell/console-context";
import { GLOBAL_SCREENS } from "@/components/shell/global-screens";
import { isOpen, screenHref, screensOf } from "@/components/shell/screens";
import { useShell } from "@/components/shell/shell-context";
import { useLastView } from "@/components/shell/use-last-view";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/cn";
import { Hint } from "@/components/ui/hint";
import { Spinner } from "@/components/ui/spinner";
import { useApprovals } from "@/components/workflow/approval/approvals-provider";

const FIRST_PROJECT = [
  { href: "/project/new", icon: Plus, label: "newShort" },
  { href: "/project/restore", icon: ArchiveRestore, label: "restoreShort" },
] as const;

/** The project's screens, or a link to create a first project; and the administrator's. */
export function NavLinks({ collapsed }: { collapsed: boolean }) {
  const t = useTranslations("shell");
  const place = useConsole();
  const { project, user } = place;
  const pathname = usePathname();
  const view = useLastView();
  return (
    <nav aria-label={t("nav.label")} className="min-h-0 flex-1 overflow-y-auto overflow-x-hidden">
      <ul className={cn("flex flex-col gap-0.5", collapsed && "items-center")}>
        {project &&
          screensOf(place).map((screen) => (
            <NavLink
              key={screen.name}
              href={screenHref(screen, project, view)}
              icon={screen.icon}
              label={t(`nav.${screen.name}`)}
              current={isOpen(screen, pathname)}
              collapsed={collapsed}
            />
          ))}
        {!project &&
          user.can_create_project &&
          FIRST_PROJECT.map(({ href, icon, label }) => (
            <NavLink
              key={href}
              href={href}
              icon={icon}
              label={t(`projects.${label}`)}
              current={pathname === href}
              collapsed={collapsed}
            />
          ))}
        <ApprovalsLink current={pathname === APPROVALS} collapsed={collapsed} />
      </ul>
      {user.admin && (
        <>
          <h2
            id="administration"
            className={cn(collapsed ? "sr-only" : "mt-3 px-2 pb-1 text-muted-foreground text-xs")}
          >
            {t("administration")}
          </h2>
          <ul
            aria-labelledby="administration"
            className={cn("flex flex-col gap-0.5", collapsed && "mt-2 items-center border-border border-t pt-2")}
          >
            {GLOBAL_SCREENS.map(({ href, icon, label }) => (
              <NavLink
                key={href}
                href={href}
                icon={icon}
                label={t(`global.${label}`)}
                current={pathname === href}
                collapsed={collapsed}
              />
            ))}
          </ul>
        </>
      )}
    </nav>
  );
}

const APPROVALS = "/approvals";

/** For those who may decide something now. */
function ApprovalsLink({ current, collapsed }: { current: boolean; collapsed: boolean }) {
  const t = useTranslations("workflow.approval");
  const { approvals } = useApprovals();
  if (approvals.length === 0 && !current) return null;
  const link = { href: APPROVALS, icon: UserCheck, label: t("mine"), count: approvals.length };
  return <NavLink {...link} current={current} collapsed={collapsed} />;
}

type NavLinkProps = {
  href: string;
  icon: LucideIcon;
  label: string;
  current: boolean;
  collapsed: boolean;
  /** How many things wait there. */
  count?: number;
};

function NavLink({ href, icon, label, current, collapsed, count = 0 }: NavLinkProps) {
  const { show } = useShell();
  return (
    <li className={cn(!collapsed && "w-full")}>
      <Hint text={collapsed && label} side="right">
        <Link
          href={href}
          prefetch={false}
          onClick={() => show(null)}
          aria-current={current ? "page" : undefined}
          aria-label={collapsed ? (count > 0 ? `${label}: ${count}` : label) : undefined}
          className={cn("nav-link", collapsed && "w-10 justify-center px-0")}
        >
          <NavIcon icon={icon} />
          {!collapsed && <span className="truncate">{label}</span>}
          {!collapsed && count > 0 && (
            <Badge variant="amber" className="ml-auto tabular-nums">
              {count}
            </Badge>
          )}
        </Link>
      </Hint>
    </li>
  );
}

/** Becomes a spinner when the screen takes long to load. */
function NavIcon({ icon: Icon }: { icon: LucideIcon }) {
  const { pending } = useLinkStatus();
  const timing = pending ? "transition-opacity delay-200" : "";
  return (
    <span aria-hidden="true" className="nav-icon">
      <Icon className={cn("size-4", timing, pending && "opacity-0")} />
      {pending && (
        <span className="fade-in-0 animate-in fill-mode-backwards delay-200">
          <Spinner />
        </span>
      )}
    </span>
  );
}
