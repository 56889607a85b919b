"use client";

import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from "react";
import { api } from "@/components/api-client";
import { CopyButton } from "@/components/dialog/copy-button";
import { DeleteFlow, useDeleteFlow } from "@/components/dialog/delete-flow";
import { problemOf, useProblemText } from "@/components/problem/use-problem-text";
import { useKeptFocus } from "@/components/table/use-kept-focus";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { toast } from "@/components/ui/toast";
import { createAlias, createProjectAlias, deleteAlias, deleteProjectAlias } from "@/lib/integration/actions";
import type { Alias } from "@/lib/integration/schema";

type AliasListProps = {
  projectId: number;
  integrationId: number | null;
  /** The heading, next to the button that adds an alias. */
  children: ReactNode;
};

/** Aliases to copy, add and delete; loaded after the page. */
export function AliasList({ projectId, integrationId, children }: AliasListProps) {
  const t = useTranslations("integration");
  const { aliases, failure, busy, add, remove, reload } = useAliases(projectId, integrationId);
  const deletion = useDeleteFlow<Alias>({ kind: "alias", name: urlOf, remove, onDeleted: reload });
  const keptFocus = useKeptFocus(aliases);
  return (
    <>
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
        <div className="min-w-0 flex-1 basis-60">{children}</div>
        <Button disabled={!aliases && !failure} loading={busy} onClick={aliases ? add : reload}>
          <Plus />
          {t(aliases === null ? "loadAlias" : "addAlias")}
        </Button>
      </header>
      {failure && (
        <p role="alert" className="wrap-anywhere px-4 pb-2.5 text-error-text text-sm">
          {failure}
        </p>
      )}
      {aliases && aliases.length > 0 && (
        <ul {...keptFocus} className="border-border border-t">
          {aliases.map((alias) => (
            <li
              key={alias.id}
              data-row=""
              className="flex min-h-10 items-center gap-1 border-border border-b px-4 py-1 last:border-b-0"
            >
              <code className="min-w-0 flex-1 break-all font-mono text-xs">{urlOf(alias)}</code>
              <CopyButton value={urlOf(alias)} what="alias" />
              <IconButton label={t("deleteAlias")} onClick={() => deletion.ask(alias)}>
                <Trash2 />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <DeleteFlow flow={deletion} />
    </>
  );
}

/** Without a configured public URL, uses this page's origin. */
const urlOf = ({ url }: Alias): string => new URL(url, window.location.origin).href;

/** The aliases of an integration, or of the project if it is null. They are null while loading. */
function useAliases(projectId: number, integrationId: number | null) {
  const problemText = useProblemText();
  const [aliases, setAliases] = useState<Alias[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const fail = (thrown: unknown) => setFailure(problemText(thrown));
  const failFirst = useEffectEvent(fail);

  const show = useCallback(
    async (signal?: AbortSignal) => {
      setAliases(await fetchAliases(projectId, integrationId, signal));
      setFailure(null);
    },
    [projectId, integrationId],
  );

  useEffect(() => {
    const leaving = new AbortController();
    show(leaving.signal).catch((thrown) => leaving.signal.aborted || failFirst(thrown));
    return () => leaving.abort();
  }, [show]);

  async function reload() {
    setBusy(true);
    await show().catch(fail);
    setBusy(false);
  }

  async function add() {
    setBusy(true);
    const made =
      integrationId === null ? createProjectAlias({ projectId }, {}) : createAlias({ projectId, integrationId }, {});
    const problem = await made.then(problemOf, problemText);
    if (problem) toast.error(problem);
    await reload();
  }

  const remove = ({ id: aliasId }: Alias) =>
    integrationId === null
      ? deleteProjectAlias({ projectId, aliasId })
      : deleteAlias({ projectId, integrationId, aliasId });

  return { aliases, failure, busy, add, remove, reload };
}

const fetchAliases = (projectId: number, integrationId: number | null, signal?: AbortSignal): Promise<Alias[]> =>
  integrationId === null
    ? api("GET /project/:projectId/integrations/aliases", { params: { projectId }, signal })
    : api("GET /project/:projectId/integrations/:integrationId/aliases", {
        params: { projectId, integrationId },
        signal,
      });
