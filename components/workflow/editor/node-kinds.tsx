import { Hourglass, UserCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { AppIcon } from "@/components/app/app-icon";
import { useWorkflowEditor } from "@/components/workflow/editor/editor-context";
import type { NodeKind } from "@/components/workflow/editor/model/new-node";

export type KindOption = { kind: NodeKind; name: string; icon: ReactNode };

/** Everything that can be added to the workflow. */
export function useNodeKinds(): KindOption[] {
  const t = useTranslations("workflow");
  const { resources } = useWorkflowEditor();
  return [
    { kind: { kind: "approval" }, name: t("kinds.approval"), icon: <UserCheck /> },
    { kind: { kind: "wait" }, name: t("editor.wait"), icon: <Hourglass /> },
    ...resources.templates.map(({ id, name, app }) => ({
      kind: { kind: "template" as const, id, name },
      name,
      icon: <AppIcon app={app} />,
    })),
  ];
}
