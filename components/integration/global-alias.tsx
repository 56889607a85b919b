import { useTranslations } from "next-intl";
import { GlobalAliasBox } from "@/components/integration/global-alias-box";
import { Label } from "@/components/ui/label";
import type { Integration } from "@/lib/integration/schema";

const ID = "global-alias";

type GlobalAliasProps = { projectId: number; integration: Integration; mayEdit: boolean };

/** Whether the integration also uses the project's aliases. */
export function GlobalAlias({ projectId, integration, mayEdit }: GlobalAliasProps) {
  const t = useTranslations("integration");
  return (
    <div className="flex items-start gap-2.5">
      <span className="flex h-5 items-center">
        <GlobalAliasBox id={ID} projectId={projectId} integration={integration} disabled={!mayEdit} />
      </span>
      <div className="grid gap-0.5">
        <Label htmlFor={ID} className="min-h-5 font-normal">
          {t("globalAlias")}
        </Label>
        <p id={`${ID}-help`} className="text-muted-foreground text-xs">
          {t("globalAliasHelp")}
        </p>
      </div>
    </div>
  );
}
