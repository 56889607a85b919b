import { ListChecks } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { api } from "@/components/api-client";
import { useConsole } from "@/components/shell/console-context";
import { CommandGroup, CommandItem } from "@/components/ui/command";
import { Spinner } from "@/components/ui/spinner";

/** The part of GET /api/project/{id}/templates that the palette needs. */
type Templates = { id: number; name: string }[];

/** The open project's templates. */
export function TemplateItems({ go }: { go: (href: string) => void }) {
  const t = useTranslations("shell.palette");
  const { project } = useConsole();
  const templates = useTemplates(project?.type === "" ? project.id : null);
  if (!project || templates === null) return null;
  if (typeof templates === "string") {
    return (
      <CommandItem disabled value={templates}>
        {templates === "loading" && <Spinner />}
        {t(templates === "loading" ? "loadingTemplates" : "templatesFailed")}
      </CommandItem>
    );
  }
  if (templates.length === 0) return null;
  return (
    <CommandGroup heading={t("templates")}>
      {templates.map(({ id, name }) => (
        <CommandItem
          key={id}
          value={`template ${id}`}
          keywords={[name]}
          onSelect={() => go(`/project/${project.id}/templates/${id}`)}
        >
          <ListChecks className="text-muted-foreground" />
          <span className="truncate">{name}</span>
        </CommandItem>
      ))}
    </CommandGroup>
  );
}

/** Null without a project that can have templates. */
function useTemplates(projectId: number | null): Templates | "loading" | "failed" | null {
  const [templates, setTemplates] = useState<Templates | "loading" | "failed">("loading");
  useEffect(() => {
    if (projectId === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    api("GET /project/:projectId/templates", { params: { projectId }, signal }).then(setTemplates, () => {
      if (!controller.signal.aborted) setTemplates("failed");
    });
    return () => controller.abort();
  }, [projectId]);
  return projectId === null ? null : templates;
}
