import { useTranslations } from "next-intl";
import { useSavedChoice } from "@/components/table/use-saved-choice";
import { Switch } from "@/components/ui/switch";
import type { ActionResult } from "@/lib/operation/result";

type ActiveSwitchProps = {
  active: boolean;
  /** The row's name, for screen readers. */
  name: string;
  disabled?: boolean;
  change: (active: boolean) => Promise<ActionResult<unknown>>;
};

/** Enables or disables a row's item. */
export function ActiveSwitch({ active, name, disabled, change }: ActiveSwitchProps) {
  const t = useTranslations("common");
  const [shown, choose] = useSavedChoice(active, change);
  return (
    <span data-no-open="" className="inline-flex align-middle">
      <Switch aria-label={t("switchOn", { name })} checked={shown} disabled={disabled} onCheckedChange={choose} />
    </span>
  );
}
