import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import { api } from "@/components/api-client";
import { toast } from "@/components/ui/toast";
import { createAlias, createProjectAlias, deleteAlias, deleteProjectAlias } from "@/lib/integration/actions";
import type { Alias } from "@/lib/integration/schema";

/** The aliases of an integration, or of the project if it is null. They are null while loading. */
export function useAliases(projectId: number, integrationId: number | null) {
  const t = useTranslations("common");
  const [aliases, setAliases] = useState<Alias[] | null>(null);
  const [adding, setAdding] = useState(false);

  const reload = useCallback(
    (signal?: AbortSignal) =>
      fetchAliases(projectId, integrationId, signal).then(setAliases, () => {
        if (!signal?.aborted) toast.error(t("unreachable"));
      }),
    [projectId, integrationId, t],
  );

  useEffect(() => {
    const leaving = new AbortController();
    void reload(leaving.signal);
    return () => leaving.abort();
  }, [reload]);

  async function add() {
    setAdding(true);
    const made =
      integrationId === null ? createProjectAlias({ projectId }, {}) : createAlias({ projectId, integrationId }, {});
    const problem = await made.then(
      (result) => (result.ok ? null : result.failure.message),
      () => t("unreachable"),
    );
    setAdding(false);
    if (problem) toast.error(problem);
    await reload();
  }

  const remove = ({ id: aliasId }: Alias) =>
    integrationId === null
      ? deleteProjectAlias({ projectId, aliasId })
      : deleteAlias({ projectId, integrationId, aliasId });

  return { aliases, adding, add, remove, reload };
}

const fetchAliases = (projectId: number, integrationId: number | null, signal?: AbortSignal): Promise<Alias[]> =>
  integrationId === null
    ? api("GET /project/:projectId/integrations/aliases", { params: { projectId }, signal })
    : api("GET /project/:projectId/integrations/:integrationId/aliases", {
        params: { projectId, integrationId },
        signal,
      });
