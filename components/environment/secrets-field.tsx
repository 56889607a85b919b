import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { useFieldArray, useFormContext } from "react-hook-form";
import type { EnvironmentValues } from "@/components/environment/environment-values";
import { SecretIcon, SecretRow } from "@/components/environment/secret-row";
import { GroupField } from "@/components/form/list/group-field";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { SECRET_TYPES, type SecretType } from "@/lib/environment/schema";

export function SecretsField() {
  const t = useTranslations("environment");
  const { control, setFocus } = useFormContext<EnvironmentValues>();
  const { fields, append, remove } = useFieldArray({ control, name: "secrets" });
  const add = (type: SecretType) => append({ secret_id: null, type, name: "", value: "" }, { shouldFocus: false });
  return (
    <GroupField name="secrets" label={t("secrets")} help={t("secretsHelp")} itemErrors>
      {fields.length > 0 && (
        <div className="overflow-hidden rounded-md border border-input">
          {fields.map((row, index) => (
            <SecretRow key={row.id} index={index} row={row} onRemove={() => remove(index)} />
          ))}
        </div>
      )}
      <NewSecretMenu onPick={add} onPicked={() => setFocus(`secrets.${fields.length - 1}.name`)} />
    </GroupField>
  );
}

type NewSecretMenuProps = {
  onPick: (type: SecretType) => void;
  /** Called when the menu has closed after a choice, so that the new row can take the focus. */
  onPicked: () => void;
};

function NewSecretMenu({ onPick, onPicked }: NewSecretMenuProps) {
  const t = useTranslations("environment");
  const picked = useRef(false);

  function pick(type: SecretType) {
    picked.current = true;
    onPick(type);
  }

  function leave(event: Event) {
    if (!picked.current) return;
    picked.current = false;
    event.preventDefault();
    onPicked();
  }

  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" className="self-start">
          <Plus />
          {t("newSecret")}
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" onCloseAutoFocus={leave}>
        {SECRET_TYPES.map((type) => (
          <DropdownMenuItem key={type} onSelect={() => pick(type)}>
            <SecretIcon type={type} />
            {t(`secretTypes.${type}`)}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
