import { LanguageMenu } from "@/components/shell/drawer/language-menu";
import { NavLinks } from "@/components/shell/drawer/nav-links";
import { ProjectSelector } from "@/components/shell/drawer/project-selector";
import { UserMenu } from "@/components/shell/drawer/user-menu";
import { ThemeSwitch } from "@/components/theme/theme-switch";
import { cn } from "@/components/ui/cn";

/** The project on top, its screens, and the user at the bottom; `collapsed`: icons only. */
export function DrawerContent({ collapsed }: { collapsed: boolean }) {
  return (
    <div className="flex h-full flex-col gap-2 overflow-hidden p-2">
      <ProjectSelector collapsed={collapsed} />
      <NavLinks collapsed={collapsed} />
      <footer className={cn("flex flex-col gap-1 border-border border-t pt-2", collapsed && "items-center")}>
        <ThemeSwitch collapsed={collapsed} />
        <LanguageMenu collapsed={collapsed} />
        <UserMenu collapsed={collapsed} />
      </footer>
    </div>
  );
}
