"use client";

import { useTranslations } from "next-intl";
import { useSavedChoice } from "@/components/table/use-saved-choice";
import { PageSymbol } from "@/components/theme/symbols";
import { setFavoriteTemplate } from "@/lib/template/actions";
import type { Template } from "@/lib/template/schema";

type FavoriteButtonProps = { template: Pick<Template, "id" | "project_id" | "name" | "favorite"> };

/** Lists the template before all others, for this user alone. */
export function FavoriteButton({
  template: { id: templateId, project_id: projectId, name, favorite },
}: FavoriteButtonProps) {
  const t = useTranslations("template");
  const [shown, choose] = useSavedChoice(favorite, (next) =>
    setFavoriteTemplate({ projectId, templateId }, { favorite: next }),
  );
  return (
    <button
      type="button"
      aria-label={t("favorite", { name })}
      aria-pressed={shown}
      data-hint=""
      onClick={() => choose(!shown)}
      className="row-button"
    >
      <PageSymbol name="icon-star" data-star="" />
    </button>
  );
}
