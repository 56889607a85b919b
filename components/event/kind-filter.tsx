import { useTranslations } from "next-intl";
import { LazySelect } from "@/components/ui/lazy-select";

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
  const chosen = KINDS.find((each) => each === kind);
  const known = KINDS.filter((each) => each === chosen || kinds.includes(each));
  return (
    <LazySelect
      label={t("kind")}
      className="w-48 max-sm:w-40"
      options={[
        { value: EVERY, text: t("everyKind") },
        ...known.map((each) => ({ value: each, text: t(`kinds.${each}`) })),
      ]}
      value={chosen ?? EVERY}
      onPick={(value) => onPick(value === EVERY ? null : value)}
    />
  );
}
