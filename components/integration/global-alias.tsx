"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { useSavedChoice } from "@/components/table/use-saved-choice";
import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/label";
import { updateIntegration } from "@/lib/integration/actions";
import type { Integration } from "@/lib/integration/schema";

type GlobalAliasProps = { projectId: number; integration: Integration; mayEdit: boolean };

/** Whether the project's aliases serve the integration too; saved at once. */
export function GlobalAlias({ projectId, integration, mayEdit }: GlobalAliasProps) {
  const t = useTranslations("integration");
  const id = useId();
  const [checked, choose] = useSavedChoice(integration.searchable, (searchable) =>
    updateIntegration({ projectId, integrationId: integration.id }, { ...integration, searchable }),
  );
  return (
    <div className="flex items-start gap-2.5">
      <span className="flex h-5 items-center">
        <Checkbox
          id={id}
          checked={checked}
          disabled={!mayEdit}
          aria-describedby={`${id}-help`}
          onCheckedChange={(next) => choose(next === true)}
        />
      </span>
      <div className="grid gap-0.5">
        <Label htmlFor={id} className="min-h-5 font-normal">
          {t("globalAlias")}
        </Label>
        <p id={`${id}-help`} className="text-muted-foreground text-xs">
          {t("globalAliasHelp")}
        </p>
      </div>
    </div>
  );
}
