"use client";

import { useTranslations } from "next-intl";
import { MatcherForm } from "@/components/integration/part/matcher-form";
import { PartList } from "@/components/integration/part/part-list";
import { useMatcherColumns, useValueColumns } from "@/components/integration/part/use-part-columns";
import { ValueForm } from "@/components/integration/part/value-form";
import { listOf } from "@/components/table/settings/list";
import { deleteMatcher, deleteValue } from "@/lib/integration/actions";
import type { ExtractValue, Matcher } from "@/lib/integration/schema";

type PartListsProps = {
  projectId: number;
  integrationId: number;
  values: ExtractValue[];
  matchers: Matcher[];
  mayEdit: boolean;
};

/** The values that an integration extracts, and its matchers. */
export function PartLists({ projectId, integrationId, values, matchers, mayEdit }: PartListsProps) {
  const t = useTranslations("integration");
  const valueColumns = useValueColumns();
  const matcherColumns = useMatcherColumns();
  const params = { projectId, integrationId };
  return (
    <>
      <PartList
        {...{ projectId, integrationId, mayEdit }}
        kind="extractValue"
        list={listOf("GET /project/:projectId/integrations/:integrationId/values", { params })}
        title={t("values")}
        newLabel={t("newValue")}
        empty={t("noValues")}
        rows={values}
        columns={valueColumns}
        Form={ValueForm}
        remove={({ id: valueId }) => deleteValue({ projectId, integrationId, valueId })}
      />
      <PartList
        {...{ projectId, integrationId, mayEdit }}
        kind="matcher"
        list={listOf("GET /project/:projectId/integrations/:integrationId/matchers", { params })}
        title={t("matchers")}
        newLabel={t("newMatcher")}
        empty={t("noMatchers")}
        rows={matchers}
        columns={matcherColumns}
        Form={MatcherForm}
        remove={({ id: matcherId }) => deleteMatcher({ projectId, integrationId, matcherId })}
      />
    </>
  );
}
