import { Braces, LockKeyhole, SquareTerminal, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import type { EnvironmentValues, SecretRow as Row } from "@/components/environment/environment-values";
import { KeyValueCell } from "@/components/form/list/key-value-cell";
import { Button } from "@/components/ui/button";
import { Hint } from "@/components/ui/hint";
import { IconButton } from "@/components/ui/icon-button";
import type { SecretType } from "@/lib/environment/schema";

type SecretRowProps = { index: number; row: Row; onRemove: () => void };

export function SecretRow({ index, row, onRemove }: SecretRowProps) {
  const t = useTranslations();
  const kind = t(`environment.secretTypes.${row.type}`);
  return (
    <div className="grid grid-cols-[2rem_2fr_3fr_2rem] border-border border-b last:border-b-0">
      <Hint text={kind}>
        <span role="img" aria-label={kind} className="grid h-8 place-items-center">
          <SecretIcon type={row.type} />
        </span>
      </Hint>
      <KeyValueCell name={`secrets.${index}.name`} label={t("form.name")} className="border-border border-l" />
      <div className="border-border border-l">
        <SecretValue index={index} />
      </div>
      <IconButton
        label={t("form.removeRow", { number: index + 1 })}
        onClick={onRemove}
        className="m-0.5 text-muted-foreground"
      >
        <Trash2 />
      </IconButton>
    </div>
  );
}

/** A stored value is never shown; it can be kept or replaced. */
function SecretValue({ index }: { index: number }) {
  const t = useTranslations("form");
  const { setValue, setFocus } = useFormContext<EnvironmentValues>();
  const name = `secrets.${index}.value` as const;
  const value = useWatch<EnvironmentValues, typeof name>({ name });
  const replacing = useRef(false);

  // The input only exists after the button has disappeared.
  useEffect(() => {
    if (replacing.current) setFocus(name);
    replacing.current = false;
  });

  function replace() {
    replacing.current = true;
    setValue(name, "", { shouldDirty: true });
  }

  if (value !== undefined) return <KeyValueCell name={name} label={t("value")} secret />;
  return (
    <div className="flex h-8 items-center justify-between gap-2 bg-muted/50 pr-0.5 pl-2.5">
      <span className="flex min-w-0 items-center gap-1.5 truncate text-muted-foreground text-xs">
        <LockKeyhole aria-hidden="true" className="size-3.5 shrink-0" />
        {t("stored")}
      </span>
      <Button size="sm" variant="ghost" onClick={replace}>
        {t("replace")}
      </Button>
    </div>
  );
}

export function SecretIcon({ type }: { type: SecretType }) {
  const Icon = type === "env" ? SquareTerminal : Braces;
  return <Icon aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />;
}
