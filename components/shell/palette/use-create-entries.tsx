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
import { NEW_INVENTORY_TYPES } from "@/lib/inventory/rules";

type NewItem = {
  screen: ScreenName;
  label: "key.new" | "repository.new" | "inventory.newOne" | "environment.new" | "schedule.new";
  /** Which of several kinds. */
  name?: `inventory.offered.${(typeof NEW_INVENTORY_TYPES)[number]}`;
  request: FormRequest;
};

const FORMS: NewItem[] = [
  { screen: "keys", label: "key.new", request: { kind: "key" } },
  { screen: "repositories", label: "repository.new", request: { kind: "repository" } },
  ...NEW_INVENTORY_TYPES.map(
    (type): NewItem => ({
      screen: "inventory",
      label: "inventory.newOne",
      name: `inventory.offered.${type}`,
      request: { kind: "inventory", type },
    }),
  ),
  { screen: "environment", label: "environment.new", request: { kind: "environment" } },
  { screen: "schedule", label: "schedule.new", request: { kind: "schedule" } },
];

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
  const forms: Entry[] = FORMS.flatMap(({ screen: list, label, name, request }) => {
    const screen = screens.find((one) => one.name === list);
    if (!screen) return [];
    return {
      id: `new ${name ?? list}`,
      group: "create",
      icon: <screen.icon />,
      label: t(label),
      name: name && t(name),
      run: () => open({ kind: "create", projectId: project.id, request }),
    };
  });
  return [...templates, ...forms];
}
