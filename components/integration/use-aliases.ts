"use client";

import { useTranslations } from "next-intl";
import { useCallback, useEffect, useState } from "react";
import { apiRead } from "@/components/api-client";
import { toast } from "@/components/ui/toast";
import { createAlias, createProjectAlias, deleteAlias, deleteProjectAlias } from "@/lib/integration/actions";
import type { Alias } from "@/lib/integration/schema";

/** The aliases of an integration; of the whole project when it is null. They are null until they have come. */
export function useAliases(projectId: number, integrationId: number | null) {
  const t = useTranslations("common");
  const [aliases, setAliases] = useState<Alias[] | null>(null);
  const [adding, setAdding] = useState(false);
  const place = integrationId === null ? "integrations" : `integrations/${integrationId}`;
  const path = `/api/project/${projectId}/${place}/aliases`;

  const reload = useCallback(
    (signal?: AbortSignal) =>
      apiRead<Alias[]>(path, signal).then(setAliases, () => {
        if (!signal?.aborted) toast.error(t("unreachable"));
      }),
    [path, t],
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
