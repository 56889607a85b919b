import { Check, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { type MouseEvent, useState } from "react";
import { api } from "@/components/api-client";
import { useApiResult } from "@/components/form/use-api-result";
import { problemOf, useProblemText } from "@/components/problem/use-problem-text";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { holdPlace } from "@/components/ui/hold-place";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";

type NodePlace = { projectId: number; taskId: number; nodeKey: string };

type DecideProps = {
  place: NodePlace;
  /** Name of the node, to tell several of them apart. */
  name: string;
  onDecided: () => void;
  /** In a node's card. */
  small?: boolean;
  className?: string;
};

/** Approves or rejects, with a note. Dragging it does not move the graph. */
export function Decide({ place, name, onDecided, small, className }: DecideProps) {
  const t = useTranslations("workflow.approval");
  const problemText = useProblemText();
  const resultOf = useApiResult();
  const [note, setNote] = useState("");
  const [pending, setPending] = useState<"approve" | "reject" | null>(null);

  async function decide(event: MouseEvent, decision: "approve" | "reject") {
    holdPlace(event);
    if (pending) return;
    setPending(decision);
    const body = { approve: decision === "approve", note: note.trim() };
    const decided = api("POST /project/:projectId/tasks/:taskId/nodes/:nodeKey/decide", { params: place, body });
    const problem = await resultOf(decided).then(problemOf, problemText);
    if (problem) {
      toast.error(problem);
      setPending(null);
    }
    // After a success, the buttons stay pending until they disappear.
    onDecided();
  }

  const size = small ? "sm" : "md";
  return (
    <fieldset aria-label={name} className={cn("nopan nodrag flex flex-wrap items-center gap-1.5", className)}>
      <Input
        value={note}
        onChange={(event) => setNote(event.target.value)}
        aria-label={t("note")}
        placeholder={t("note")}
        maxLength={2_000}
        className={cn("min-w-0 basis-full", small ? "h-7 text-xs" : "sm:flex-1")}
      />
      <Button
        size={size}
        className="flex-1"
        loading={pending === "reject"}
        disabled={pending === "approve"}
        onClick={(event) => decide(event, "reject")}
      >
        <X />
        {t("reject")}
      </Button>
      <Button
        size={size}
        variant="primary"
        className="flex-1"
        loading={pending === "approve"}
        disabled={pending === "reject"}
        onClick={(event) => decide(event, "approve")}
      >
        <Check />
        {t("approve")}
      </Button>
    </fieldset>
  );
}
