"use client";

import { api } from "@/components/api-client";
import { useSavedChoice } from "@/components/table/use-saved-choice";
import { Checkbox } from "@/components/ui/checkbox";
import { updateIntegration } from "@/lib/integration/actions";
import type { Integration } from "@/lib/integration/schema";

type GlobalAliasBoxProps = {
  /** The help's id is the same with `-help`. */
  id: string;
  projectId: number;
  integration: Integration;
  disabled: boolean;
};

/** Saves immediately; what others have changed since the page was loaded stays. */
export function GlobalAliasBox({ id, projectId, integration, disabled }: GlobalAliasBoxProps) {
  const [checked, choose] = useSavedChoice(integration.searchable, async (searchable) => {
    const params = { projectId, integrationId: integration.id };
    const stored = await api("GET /project/:projectId/integrations/:integrationId", { params });
    return updateIntegration(params, { ...stored, searchable });
  });
  return (
    <Checkbox
      id={id}
      checked={checked}
      disabled={disabled}
      aria-describedby={`${id}-help`}
      onCheckedChange={(next) => choose(next === true)}
    />
  );
}
