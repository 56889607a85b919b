import {
  Braces,
  CalendarClock,
  FolderGit2,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Server,
  SquareTerminal,
  Webhook,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { api } from "@/components/api-client";
import { useConsole } from "@/components/shell/console-context";
import { readRecent, rememberRecent } from "@/components/shell/palette/recent";
import { taskHref } from "@/components/task/open-task";
import { CommandGroup, CommandItem } from "@/components/ui/command";
import type { Found, FoundKind } from "@/lib/system/schema";

/** While somebody types, not every letter is searched for. */
const PAUSE_MS = 120;

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
};

type FoundItemsProps = { query: string; go: (href: string) => void };

/** What the projects of the user contain by this name or number; without a text, what was opened last. */
export function FoundItems({ query, go }: FoundItemsProps) {
  const t = useTranslations("shell.palette");
  const [recent] = useState(readRecent);
  const found = useFound(query.trim());
  const shown = query.trim() === "" ? recent : found === "failed" ? [] : found;
  if (found === "failed")
    return (
      <CommandItem disabled value="failed" keywords={[query]}>
        {t("searchFailed")}
      </CommandItem>
    );
  if (shown.length === 0) return null;
  return (
    <CommandGroup heading={t(query.trim() === "" ? "recent" : "found")}>
      {shown.map((one) => (
        <FoundItem key={`${one.kind} ${one.id}`} found={one} query={query} go={go} />
      ))}
    </CommandGroup>
  );
}

/** The server has compared the name with the text, so the text itself is a keyword. */
function FoundItem({ found, query, go }: FoundItemsProps & { found: Found }) {
  const t = useTranslations("event.kinds");
  const { projects, project } = useConsole();
  const { kind, id, project_id, name } = found;
  const Icon = ICONS[kind];
  const place = project_id === project?.id ? null : projects.find((one) => one.id === project_id)?.name;
  const open = () => {
    rememberRecent(found);
    go(hrefOf(found));
  };
  return (
    <CommandItem value={`${kind} ${id}`} keywords={[name, query]} onSelect={open}>
      <Icon className="text-muted-foreground" />
      <span className="truncate">{name}</span>
      {kind === "task" && <span className="text-muted-foreground tabular-nums">#{id}</span>}
      <span className="ml-auto max-w-60 shrink-0 truncate text-muted-foreground text-xs">
        {place ? `${t(kind)} · ${place}` : t(kind)}
      </span>
    </CommandItem>
  );
}

/** A resource is found in its list by its name. */
export function hrefOf({ kind, id, project_id, name }: Found): string {
  const base = `/project/${project_id}`;
  const inList = (list: string) => `${base}/${list}?${new URLSearchParams({ q: name })}`;
  switch (kind) {
    case "project":
      return base;
    case "template":
      return `${base}/templates/${id}`;
    case "task":
      return taskHref(project_id, id);
    case "integration":
      return `${base}/integration/${id}`;
    case "inventory":
    case "environment":
    case "schedule":
      return inList(kind);
    case "repository":
      return inList("repositories");
    case "key":
      return inList("keys");
  }
}

/** Projects are listed by the palette itself. */
function useFound(text: string): Found[] | "failed" {
  const [found, setFound] = useState<Found[] | "failed">([]);
  useEffect(() => {
    if (text === "") return setFound([]);
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      api("GET /search", { query: { q: text }, signal }).then(
        (all) => setFound(all.filter(({ kind }) => kind !== "project")),
        () => signal.aborted || setFound("failed"),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [text]);
  return found;
}
