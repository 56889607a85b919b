import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useController, useWatch } from "react-hook-form";
import { useFieldError } from "@/components/form/field-error";
import type { TemplateFormValues } from "@/components/template/form/template-form-schema";
import { Alert } from "@/components/ui/alert";
import { Skeleton } from "@/components/ui/skeleton";
import type { WorkflowResources } from "@/components/workflow/editor/editor-context";

/** Its libraries are loaded only where a graph is edited. */
const GraphEditor = dynamic(() => import("@/components/workflow/editor/graph-editor").then((all) => all.GraphEditor), {
  ssr: false,
  loading: () => <Skeleton className="h-152 w-full" />,
});

const EMPTY = { nodes: [], edges: [] };

/** The workflow's graph as a field of the template's form. */
export function GraphField({ resources }: { resources: WorkflowResources }) {
  const t = useTranslations("app.titles");
  const { field } = useController<TemplateFormValues, "graph">({ name: "graph" });
  const inputs = useWatch<TemplateFormValues, "survey_vars">({ name: "survey_vars" });
  const { field: unreadable } = useController<TemplateFormValues, "graph_unreadable">({ name: "graph_unreadable" });
  const error = useFieldError("graph");
  return (
    <section data-field="graph" aria-label={t("workflow")} className="flex flex-col gap-3 border-border border-t pt-4">
      <h2 className="font-semibold text-base">{t("workflow")}</h2>
      {error && <Alert variant="error" title={error} />}
      <GraphEditor
        value={field.value ?? EMPTY}
        onChange={field.onChange}
        unreadable={unreadable.value}
        onUnreadable={unreadable.onChange}
        resources={resources}
        inputs={inputs}
      />
    </section>
  );
}
