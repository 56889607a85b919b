"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useEffect, useState } from "react";
import { type Entry, type EntryGroup, groupAnchor } from "@/components/reference/entry";
import { EntryCard } from "@/components/reference/entry-card";
import { SearchBox } from "@/components/table/search-box";
import { EmptyState } from "@/components/ui/empty-state";

type ReferenceListProps = { intro: ReactNode; groups: EntryGroup[] };

/** The groups with links to them, filtered by the search text. */
export function ReferenceList({ intro, groups }: ReferenceListProps) {
  const t = useTranslations("reference");
  const [search, setSearch] = useState("");
  useEffect(openTarget, []);
  const words = search.toLowerCase().split(/\s+/);
  const shown = groups
    .map(({ name, entries }) => ({ name, entries: entries.filter((entry) => fits(words, name, entry)) }))
    .filter(({ entries }) => entries.length > 0);
  return (
    <div className="mx-auto flex w-full max-w-6xl gap-8 px-4 pb-16 min-[900px]:px-6">
      <GroupLinks groups={shown} />
      <main className="grid min-w-0 flex-1 grid-cols-1 content-start gap-6">
        {intro}
        <div className="sticky top-12 z-10 -mx-1 flex bg-background px-1 py-2">
          <SearchBox value={search} onChange={setSearch} placeholder={t("search")} />
        </div>
        {shown.length === 0 && <EmptyState text={t("nothingFound")} />}
        {shown.map(({ name, entries }) => (
          <section key={name} id={groupAnchor(name)} className="scroll-mt-28">
            <h2 className="mb-2 font-semibold text-base">{name}</h2>
            <div className="overflow-hidden rounded-lg border border-border bg-card">
              {entries.map((entry) => (
                <EntryCard key={entry.id} entry={entry} />
              ))}
            </div>
          </section>
        ))}
      </main>
    </div>
  );
}

/** Whether every word occurs in an entry's texts or in the name of its group. */
function fits(words: string[], group: string, { id, method, path, summary }: Entry): boolean {
  const text = `${group} ${id} ${method} ${path} ${summary}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

function GroupLinks({ groups }: Pick<ReferenceListProps, "groups">) {
  const t = useTranslations("reference");
  return (
    <nav
      aria-label={t("groups")}
      className="sticky top-12 hidden max-h-[calc(100dvh-3rem)] w-44 shrink-0 self-start overflow-y-auto py-6 lg:block"
    >
      <ul className="grid gap-0.5">
        {groups.map(({ name, entries }) => (
          <li key={name}>
            <a
              href={`#${groupAnchor(name)}`}
              className="flex justify-between rounded-md px-2 py-1 text-muted-foreground text-sm hover:bg-accent hover:text-foreground"
            >
              {name}
              <span className="tabular-nums">{entries.length}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Expands the method that the URL's hash links to. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}
