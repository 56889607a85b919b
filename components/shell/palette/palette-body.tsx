import { useTranslations } from "next-intl";
import { useState } from "react";
import { takeEarlyQuery } from "@/components/shell/palette/early-query";
import { type Entry, GROUPS, type PaletteCommand, questionOf, ranked } from "@/components/shell/palette/entry";
import { useActionEntries } from "@/components/shell/palette/use-action-entries";
import { useApprovalEntries } from "@/components/shell/palette/use-approval-entries";
import { useCreateEntries } from "@/components/shell/palette/use-create-entries";
import { useFound } from "@/components/shell/palette/use-found";
import { useFoundEntries, useRecentEntries } from "@/components/shell/palette/use-found-entries";
import { usePlaceEntries } from "@/components/shell/palette/use-place-entries";
import { Command, CommandEmpty, CommandGroup, CommandInput, CommandItem, CommandList } from "@/components/ui/command";

type PaletteBodyProps = {
  /** Closes the palette and opens a form. */
  command: (command: PaletteCommand) => void;
};

/** Mounted at every opening, so that it starts empty. Without a text it lists by group, with one what fits best first. */
export function PaletteBody({ command }: PaletteBodyProps) {
  const t = useTranslations("shell.palette");
  const [query, setQuery] = useState("");
  const [picked, pick] = useState<string | null>(null);
  const { groups, failed, searching } = useGroups(query.trim(), command);
  const entries = groups.flatMap((group) => group.entries);
  const first = entries[0]?.id ?? "";

  function search(text: string) {
    setQuery(text);
    pick(null);
  }

  return (
    <Command
      label={t("title")}
      loop
      shouldFilter={false}
      // The best stays chosen while others arrive, unless the user has moved to another.
      value={entries.some(({ id }) => id === picked) ? (picked ?? first) : first}
      onValueChange={(id) => pick(id === first ? null : id)}
    >
      <CommandInput
        value={query}
        onValueChange={search}
        onFocus={() => search(takeEarlyQuery() + query)}
        placeholder={t("placeholder")}
        className="h-11"
      />
      <CommandList className="max-h-[min(26rem,60dvh)]">
        {!searching && !failed && <CommandEmpty>{t("noMatch")}</CommandEmpty>}
        {groups.map(({ heading, entries }) => (
          <CommandGroup key={heading} heading={heading}>
            {entries.map((entry) => (
              <Line key={entry.id} entry={entry} />
            ))}
          </CommandGroup>
        ))}
        {failed && (
          <CommandItem disabled value="failed">
            {t("searchFailed")}
          </CommandItem>
        )}
      </CommandList>
    </Command>
  );
}

function Line({ entry: { id, icon, label, name, place, run } }: { entry: Entry }) {
  return (
    <CommandItem value={id} onSelect={run} className="[&_svg]:text-muted-foreground">
      {icon}
      <span className="truncate">{label}</span>
      {name && <span className="truncate text-muted-foreground tabular-nums">{name}</span>}
      {place && <span className="ml-auto max-w-60 shrink-0 truncate text-muted-foreground text-xs">{place}</span>}
    </CommandItem>
  );
}

type Group = { heading: string; entries: Entry[] };

/** Everything that can be opened or done, and all that is found by the text. */
function useGroups(query: string, command: PaletteBodyProps["command"]) {
  const t = useTranslations();
  const question = questionOf(query, {
    start: [t("task.start.task"), t("task.start.build"), t("task.start.deploy")],
    stop: [t("task.stop")],
    decide: [t("task.plan.confirm"), t("task.plan.reject")],
  });
  const answer = useFound(question);
  const recent = useRecentEntries();
  const found = useFoundEntries({ ...answer, question, recent, open: command });
  const entries = [...usePlaceEntries(), ...useCreateEntries(command), ...useActionEntries(), ...useApprovalEntries()];
  const heading: Record<Entry["group"], string> = {
    recent: t("shell.palette.recent"),
    screens: t("shell.palette.screens"),
    global: t("shell.palette.global"),
    projects: t("shell.palette.projects"),
    create: t("common.create"),
    actions: t("shell.palette.actions"),
    language: t("shell.language.label"),
  };
  const { failed, current } = answer;
  const searching = !current && !failed;
  if (query !== "") {
    const best = ranked([...found, ...entries], query);
    const groups: Group[] = best.length > 0 ? [{ heading: t("shell.palette.found"), entries: best }] : [];
    return { groups, failed, searching };
  }
  const shown = [...recent, ...entries].filter(({ quiet }) => !quiet);
  const groups = GROUPS.map((group) => ({
    heading: heading[group],
    entries: shown.filter((entry) => entry.group === group),
  })).filter((group) => group.entries.length > 0);
  return { groups, failed: false, searching: false };
}
