import { useTranslations } from "next-intl";
import { useFormContext, useWatch } from "react-hook-form";
import { switchKind } from "@/components/repository/switch-kind";
import { cn } from "@/components/ui/cn";
import { REPOSITORY_KINDS, type RepositoryKind, repositoryKind } from "@/lib/repository/rules";

/** Shows the URL's kind, and converts it to another. */
export function RepositoryKindChips() {
  const t = useTranslations("repository");
  const { setValue, setFocus } = useFormContext<{ git_url: string }>();
  const url: string = useWatch({ name: "git_url" });
  const current = repositoryKind(url);

  function pick(kind: RepositoryKind) {
    if (kind !== current) setValue("git_url", switchKind(url, kind), { shouldDirty: true });
    setFocus("git_url");
  }

  return (
    <fieldset className="-mt-2 flex flex-wrap gap-1" aria-label={t("kind")}>
      {REPOSITORY_KINDS.map((kind) => (
        <button
          key={kind}
          type="button"
          aria-pressed={kind === current}
          onClick={() => pick(kind)}
          className={cn(
            "h-6 rounded-md border border-border px-2 font-mono text-muted-foreground text-xs transition-colors hover:bg-accent hover:text-foreground disabled:opacity-50",
            kind === current && "border-transparent bg-primary-soft text-primary-text hover:bg-primary-soft",
          )}
        >
          {t(`kinds.${kind}`)}
        </button>
      ))}
    </fieldset>
  );
}
