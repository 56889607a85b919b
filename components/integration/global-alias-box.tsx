"use client";

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

/** Saves immediately. */
export function GlobalAliasBox({ id, projectId, integration, disabled }: GlobalAliasBoxProps) {
  const [checked, choose] = useSavedChoice(integration.searchable, (searchable) =>
    updateIntegration({ projectId, integrationId: integration.id }, { ...integration, searchable }),
  );
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
