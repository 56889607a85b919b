import { useTranslations } from "next-intl";
import { AppIcon } from "@/components/app/app-icon";
import { useActiveApps } from "@/components/app/app-looks";
import { useAppTitle } from "@/components/app/app-title";
import type { FormRequest } from "@/components/create/create-context";
import { useConsole } from "@/components/shell/console-context";
import type { Entry, PaletteCommand } from "@/components/shell/palette/entry";
import { type ScreenName, screensOf } from "@/components/shell/screens";
import { useShell } from "@/components/shell/shell-context";
import { usePermission } from "@/components/task/use-permission";
import { newTemplateHref } from "@/components/template/template-href";

const FORMS = [
  { screen: "keys", label: "key.new", request: { kind: "key" } },
  { screen: "repositories", label: "repository.new", request: { kind: "repository" } },
  { screen: "inventory", label: "inventory.newOne", request: { kind: "inventory", type: "static" } },
  { screen: "environment", label: "environment.new", request: { kind: "environment" } },
  { screen: "schedule", label: "schedule.new", request: { kind: "schedule" } },
] as const satisfies { screen: ScreenName; label: string; request: FormRequest }[];

/** What the user may add to the open project, each by its form. */
export function useCreateEntries(open: (command: PaletteCommand) => void): Entry[] {
  const t = useTranslations();
  const title = useAppTitle();
  const { navigate } = useShell();
  const place = useConsole();
  const { project } = place;
  const mayCreate = usePermission("manageResources");
  const apps = useActiveApps();
  if (!project || !mayCreate) return [];
  const screens = screensOf(place);
  const templates: Entry[] = apps.map((app) => ({
    id: `new template ${app.id}`,
    group: "create",
    icon: <AppIcon app={app.id} />,
    label: t("template.newOf", { app: title(app) }),
    quiet: true,
    run: () => navigate(newTemplateHref(project.id, app.id, null)),
  }));
  const forms: Entry[] = FORMS.flatMap(({ screen: name, label, request }) => {
    const screen = screens.find((one) => one.name === name);
    if (!screen) return [];
    return {
      id: `new ${name}`,
      group: "create",
      icon: <screen.icon />,
      label: t(label),
      run: () => open({ kind: "create", projectId: project.id, request }),
    };
  });
  return [...templates, ...forms];
}
