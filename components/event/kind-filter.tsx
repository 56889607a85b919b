import { useTranslations } from "next-intl";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";

const KINDS = [
  "project",
  "user",
  "key",
  "repository",
  "inventory",
  "environment",
  "view",
  "template",
  "state",
  "schedule",
  "task",
  "integration",
  "host_key",
  "app",
  "runner",
  "session",
  "token",
  "option",
  "notification",
  "server",
] as const;
const EVERY = "every";

/** The name of a kind of things; that of one without is the API's. */
export function useKindName(): (kind: string) => string {
  const t = useTranslations("event.kinds");
  return (kind) => {
    const known = KINDS.find((one) => one === kind);
    return known ? t(known) : kind;
  };
}

type KindFilterProps = { kinds: string[]; kind: string | null; onPick: (kind: string | null) => void };

/** Shows what happened to things of one kind only. */
export function KindFilter({ kinds, kind, onPick }: KindFilterProps) {
  const t = useTranslations("event");
  const chosen = KINDS.find((known) => known === kind);
  return (
    <Select value={chosen ?? EVERY} onValueChange={(value) => onPick(value === EVERY ? null : value)}>
      <SelectTrigger aria-label={t("kind")} className="w-48 max-sm:w-40">
        <SelectValue>{chosen ? t(`kinds.${chosen}`) : t("everyKind")}</SelectValue>
      </SelectTrigger>
      <SelectContent>
        <SelectItem value={EVERY}>{t("everyKind")}</SelectItem>
        {KINDS.filter((known) => known === chosen || kinds.includes(known)).map((known) => (
          <SelectItem key={known} value={known}>
            {t(`kinds.${known}`)}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
