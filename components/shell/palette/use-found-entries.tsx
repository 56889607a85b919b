import {
  Braces,
  CalendarClock,
  CircleCheck,
  CircleStop,
  Cpu,
  FolderGit2,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Play,
  Server,
  SquareTerminal,
  User,
  Webhook,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useConsole } from "@/components/shell/console-context";
import { objectHref } from "@/components/shell/object-href";
import {
  type Entry,
  isInProject,
  isStartable,
  type PaletteCommand,
  type Question,
} from "@/components/shell/palette/entry";
import { type Recent, readRecent, rememberRecent } from "@/components/shell/palette/recent";
import { useTaskCommands } from "@/components/shell/palette/use-task-commands";
import { useShell } from "@/components/shell/shell-context";
import { useProjects } from "@/components/shell/use-projects";
import { typeKey } from "@/components/template/type-icon";
import type { Found, FoundKind } from "@/lib/system/schema";

const ICONS: Record<FoundKind, LucideIcon> = {
  project: LayoutDashboard,
  template: ListChecks,
  task: SquareTerminal,
  inventory: Server,
  environment: Braces,
  repository: FolderGit2,
  key: KeyRound,
  schedule: CalendarClock,
  integration: Webhook,
  user: User,
  runner: Cpu,
};

const idOf = ({ kind, id }: Recent): string => `${kind} ${id}`;

/** What was opened last. */
export function useRecentEntries(): Entry[] {
  const [recent] = useState(readRecent);
  const entryOf = useEntryOf();
  return recent.map((one) => ({ ...entryOf(one), group: "recent" }));
}

type FoundEntries = {
  items: Found[];
  current: boolean;
  question: Question;
  recent: Entry[];
  open: (command: PaletteCommand) => void;
};

/** What the server found, each with what the user may do with it. */
export function useFoundEntries({ items, current, question: { verb, active }, recent, open }: FoundEntries): Entry[] {
  const t = useTranslations("task");
  const entryOf = useEntryOf();
  const otherProject = useOtherProject();
  const { start, stop } = useTaskCommands((template) => open({ kind: "start", template }));
  const known = new Set(recent.map(({ id }) => id));
  return items.flatMap((item) => {
    const entry = { ...entryOf(item), recent: known.has(idOf(item)) };
    const entries: Entry[] = [{ ...entry, found: current && verb === null && !active }];
    if (!isInProject(item)) return entries;
    // With its verb somebody means an action, even with a typo in the name.
    const command = { ...entry, exact: verb === null, place: otherProject(item) };
    if (item.decidable)
      entries.push({
        ...command,
        id: `decide ${item.id}`,
        icon: <CircleCheck />,
        label: `${t("plan.confirm")} / ${t("plan.reject")} #${item.id}`,
        name: item.name,
        found: current && verb === "decide",
      });
    if (isStartable(item))
      entries.push({
        ...command,
        id: `start ${item.id}`,
        icon: <Play />,
        label: `${t(`start.${typeKey(item.start.type)}`)}: ${item.name}`,
        found: current && verb === "start",
        run: () => start(item),
      });
    if (item.stoppable)
      entries.push({
        ...command,
        id: `stop ${item.id}`,
        icon: <CircleStop />,
        label: t("active.stopTask", { id: item.id }),
        name: item.name,
        found: current && verb === "stop",
        run: () => stop(item),
      });
    return entries;
  });
}

function useEntryOf(): (item: Recent) => Entry {
  const t = useTranslations("event.kinds");
  const { project } = useConsole();
  const { navigate } = useShell();
  const otherProject = useOtherProject();
  return (item) => {
    const { kind, id, project_id, name } = item;
    const Icon = ICONS[kind];
    const other = otherProject(item);
    return {
      id: idOf(item),
      group: "recent",
      icon: <Icon />,
      label: name,
      ...(kind === "task" && { name: `#${id}` }),
      near: project_id === project?.id,
      place: other ? `${t(kind)} · ${other}` : t(kind),
      run: () => {
        rememberRecent(item);
        navigate(objectHref(kind, item));
      },
    };
  };
}

/** The name of the project, unless it is the open one. */
function useOtherProject(): (item: Recent) => string | undefined {
  const { project } = useConsole();
  const { projects } = useProjects();
  return ({ project_id }) =>
    project_id === null || project_id === project?.id ? undefined : projects.find(({ id }) => id === project_id)?.name;
}
