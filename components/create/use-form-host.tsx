import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import type { StartCreating } from "@/components/create/create-context";
import type { LoadedForm } from "@/components/create/load-form";
import { withTexts } from "@/components/language/loaded-texts";
import { useProblemText } from "@/components/problem/use-problem-text";
import { toast } from "@/components/ui/toast";

/** Opens the form of a resource outside of its list; it is loaded when asked for. Render `form` in a CreateProvider. */
export function useFormHost(projectId: number): { show: StartCreating; form: ReactNode } {
  const router = useRouter();
  const problemText = useProblemText();
  const [loaded, setLoaded] = useState<{ form: LoadedForm } | null>(null);
  const [open, onOpenChange] = useState(false);

  const show: StartCreating = async (request) => {
    try {
      const { loadForm } = await withTexts(import("@/components/create/load-form"));
      setLoaded({ form: await loadForm(projectId, request) });
      onOpenChange(true);
    } catch (thrown) {
      toast.error(problemText(thrown));
    }
  };

  return { show, form: loaded?.form({ open, onOpenChange, onSaved: () => router.refresh() }) };
}
