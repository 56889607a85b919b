import { ListTree, Workflow } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, useSyncExternalStore } from "react";

type GraphForm = "graph" | "list";

const NARROW = "(max-width: 767px)";

function watchWidth(listener: () => void): () => void {
  const query = window.matchMedia(NARROW);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/** Whether a graph is shown as a drawing or as a list, with which a phone begins. */
export function useGraphForm(): [GraphForm, (form: GraphForm) => void] {
  const narrow = useSyncExternalStore(
    watchWidth,
    () => window.matchMedia(NARROW).matches,
    () => false,
  );
  const [picked, pick] = useState<GraphForm | null>(null);
  return [picked ?? (narrow ? "list" : "graph"), pick];
}

const FORMS = [
  { name: "graph", Icon: Workflow },
  { name: "list", Icon: ListTree },
] as const;

export function FormSwitch({ form, onForm }: { form: GraphForm; onForm: (form: GraphForm) => void }) {
  const t = useTranslations("workflow.run");
  return (
    <div className="flex gap-0.5 rounded-md border border-border bg-muted p-0.5">
      {FORMS.map(({ name, Icon }) => (
        <button
          key={name}
          type="button"
          aria-pressed={form === name}
          onClick={() => onForm(name)}
          className="inline-flex h-6 items-center gap-1.5 rounded-sm px-2 font-medium text-muted-foreground text-xs hover:text-foreground aria-pressed:bg-card aria-pressed:text-foreground dark:aria-pressed:bg-input [&_svg]:size-3.5"
        >
          <Icon aria-hidden="true" />
          {t(name)}
        </button>
      ))}
    </div>
  );
}
