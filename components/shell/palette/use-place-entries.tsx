import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { homeOf } from "@/components/project/choose-project";
import { useConsole } from "@/components/shell/console-context";
import { GLOBAL_SCREENS } from "@/components/shell/global-screens";
import type { Entry } from "@/components/shell/palette/entry";
import { isOpen, screenHref, screensOf } from "@/components/shell/screens";
import { useShell } from "@/components/shell/shell-context";
import { useLastView } from "@/components/shell/use-last-view";
import { Avatar } from "@/components/ui/avatar";

/** Screens and projects that the user can open. */
export function usePlaceEntries(): Entry[] {
  return [...useScreens(), ...useGlobalScreens(), ...useProjects()];
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

function useGlobalScreens(): Entry[] {
  const t = useTranslations("shell");
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

function useProjects(): Entry[] {
  const t = useTranslations("event.kinds");
  const { projects, project: current } = useConsole();
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
