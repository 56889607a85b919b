import { File, Folder } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { pathChoices } from "@/components/probe/path-choices";
import { ProbeResult } from "@/components/probe/probe-result";
import type { Shown } from "@/components/probe/use-probe";
import { Alert } from "@/components/ui/alert";
import { Command, CommandEmpty, CommandInput, CommandItem, CommandList } from "@/components/ui/command";
import { plansFirst } from "@/lib/protocol/app";

type PathListProps = { app: string; shown: Shown | null; choose: (path: string) => void };

/** The files or folders of a repository, with a search; or why they are not known. */
export function PathList({ app, shown, choose }: PathListProps) {
  const t = useTranslations();
  const [query, setQuery] = useState("");
  const probe = shown?.state === "answered" ? shown.probe : null;
  const loading = shown === null || shown.state === "testing";
  const { paths = [], more = false } = probe?.facts ?? {};
  const Icon = plansFirst(app) ? Folder : File;
  return (
    <Command label={t("probe.files.choose")} shouldFilter={false} loop>
      <CommandInput value={query} onValueChange={setQuery} placeholder={t("common.search")} />
      {loading && (
        <p role="status" className="px-3 py-6 text-center text-muted-foreground text-sm">
          {t("common.loading")}
        </p>
      )}
      {!loading && probe?.state !== "passed" && <Problem shown={shown} />}
      {/* Always there, because the search names it. */}
      <CommandList className={probe?.state === "passed" ? undefined : "p-0"}>
        {probe?.state === "passed" && <CommandEmpty>{t("common.noMatch")}</CommandEmpty>}
        {pathChoices(app, paths, query).map((path) => (
          <CommandItem key={path} value={`/${path}`} onSelect={() => choose(path)} className="font-mono">
            <Icon className="text-muted-foreground" />
            <span className="min-w-0 break-all">{path || "."}</span>
          </CommandItem>
        ))}
      </CommandList>
      {more && (
        <p className="border-border border-t px-3 py-2 text-muted-foreground text-xs">
          {t("probe.files.more", { count: paths.length })}
        </p>
      )}
    </Command>
  );
}

/** A path can still be typed. */
function Problem({ shown }: { shown: Shown }) {
  const t = useTranslations("probe.files");
  const reason = shown.state === "answered" ? shown.probe.reason : null;
  return (
    <div className="p-2">
      {reason === "no_runner" || reason === "none_connected" || reason === "timed_out" ? (
        <Alert variant="info">{t(reason === "timed_out" ? "timedOut" : "noRunner")}</Alert>
      ) : (
        <ProbeResult shown={shown} title={t("failed")} />
      )}
    </div>
  );
}
