import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { homeOf } from "@/components/project/choose-project";
import { dashboardScreens } from "@/components/project/dashboard-screens";
import { useConsole } from "@/components/shell/console-context";
import { GLOBAL_SCREENS } from "@/components/shell/global-screens";
import type { Entry } from "@/components/shell/palette/entry";
import { isOpen, screenHref, screensOf } from "@/components/shell/screens";
import { useShell } from "@/components/shell/shell-context";
import { useLastView } from "@/components/shell/use-last-view";
import { useProjects } from "@/components/shell/use-projects";
import { Avatar } from "@/components/ui/avatar";
import { can } from "@/lib/access/roles";

/** Screens and projects that the user can open. */
export function usePlaceEntries(): Entry[] {
  return [...useScreens(), ...useDashboardScreens(), ...useGlobalScreens(), ...useProjectEntries()];
}

function useScreens(): Entry[] {
  const t = useTranslations("shell.nav");
  const { navigate } = useShell();
  const place = useConsole();
  const { project } = place;
  const pathname = usePathname();
  const view = useLastView();
  if (!project) return [];
  return screensOf(place)
    .filter((screen) => !isOpen(screen, pathname))
    .map((screen) => ({
      id: `screen ${screen.name}`,
      group: "screens",
      icon: <screen.icon />,
      label: t(screen.name),
      run: () => navigate(screenHref(screen, project, view)),
    }));
}

/** Beside the history, which is the dashboard itself. */
function useDashboardScreens(): Entry[] {
  const t = useTranslations();
  const { navigate } = useShell();
  const { project, user, permissions } = useConsole();
  const pathname = usePathname();
  if (!project) return [];
  const maySettings = can({ admin: user.admin, permissions }, "updateProject");
  return dashboardScreens({ maySettings, ordinary: project.type === "" })
    .map(({ name, icon: Icon }) => ({ name, Icon, href: `/project/${project.id}/${name}` }))
    .filter(({ name, href }) => name !== "history" && href !== pathname)
    .map(({ name, Icon, href }) => ({
      id: `screen dashboard ${name}`,
      group: "screens",
      icon: <Icon />,
      label: t(`project.${name}`),
      place: t("shell.nav.dashboard"),
      run: () => navigate(href),
    }));
}

function useGlobalScreens(): Entry[] {
  const t = useTranslations("shell.global");
  const { user } = useConsole();
  const { navigate } = useShell();
  if (!user.admin) return [];
  return GLOBAL_SCREENS.map(({ href, icon: Icon, label }) => ({
    id: `screen ${href}`,
    group: "global",
    icon: <Icon />,
    label: t(label),
    run: () => navigate(href),
  }));
}

function useProjectEntries(): Entry[] {
  const t = useTranslations("event.kinds");
  const { projects } = useProjects();
  const { project: current } = useConsole();
  const { navigate } = useShell();
  return projects
    .filter(({ id }) => id !== current?.id)
    .map((project) => ({
      id: `project ${project.id}`,
      group: "projects",
      icon: <Avatar name={project.name} id={project.id} className="size-5 rounded-sm text-[0.5625rem]" />,
      label: project.name,
      place: t("project"),
      run: () => navigate(homeOf(project)),
    }));
}
