import { ArchiveRestore, Check, LayoutGrid, Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { kindOfProblem } from "@/components/problem/kind-of-problem";
import { useProblemReason } from "@/components/problem/use-problem-text";
import { homeOf } from "@/components/project/choose-project";
import { useConsole } from "@/components/shell/console-context";
import { OVERVIEW } from "@/components/shell/screens";
import { useShell } from "@/components/shell/shell-context";
import { loadProjects, useProjects } from "@/components/shell/use-projects";
import { Alert } from "@/components/ui/alert";
import { Avatar } from "@/components/ui/avatar";
import { Button } from "@/components/ui/button";
import {
  Command,
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
  CommandSeparator,
} from "@/components/ui/command";
import { Skeleton } from "@/components/ui/skeleton";

const MANY = 7;

/** Every project of the user, and a link to create one. */
export function ProjectList({ close }: { close: () => void }) {
  const t = useTranslations("shell.projects");
  const shell = useTranslations("shell");
  const common = useTranslations("common");
  const { project: current, user } = useConsole();
  const list = useProjects();
  const { projects } = list;
  const { navigate } = useShell();
  const problemReason = useProblemReason();
  const go = (href: string) => {
    close();
    navigate(href);
  };
  if (list.state === "loading") return <Skeleton className="m-3 h-64" />;
  if (list.state === "failed") {
    const retry = <Button onClick={() => loadProjects(user.id)}>{common("retry")}</Button>;
    return (
      <Alert variant="error" action={retry}>
        {problemReason(kindOfProblem(list.thrown))}
      </Alert>
    );
  }
  return (
    <Command label={t("choose")} defaultValue={current ? String(current.id) : undefined}>
      {projects.length > MANY && <CommandInput placeholder={t("search")} />}
      <CommandList className="max-h-none">
        <CommandEmpty>{common("noMatch")}</CommandEmpty>
        {projects.length > 0 && (
          <CommandGroup className="max-h-64 overflow-y-auto overscroll-contain">
            {projects.map((project) => (
              <CommandItem
                key={project.id}
                value={String(project.id)}
                keywords={[project.name]}
                onSelect={() => go(homeOf(project))}
              >
                <Avatar name={project.name} id={project.id} className="size-6" />
                <span className="min-w-0 flex-1 truncate">{project.name}</span>
                {project.id === current?.id && <Check className="text-primary-text" />}
              </CommandItem>
            ))}
          </CommandGroup>
        )}
        {projects.length > 0 && <CommandSeparator alwaysRender />}
        {projects.length > 0 && (
          <CommandGroup>
            <CommandItem value="overview" keywords={[shell("overview")]} onSelect={() => go(OVERVIEW.href)}>
              <LayoutGrid className="text-muted-foreground" />
              {shell("overview")}
            </CommandItem>
          </CommandGroup>
        )}
        {user.can_create_project && (
          <CommandGroup>
            <CommandItem value="new" keywords={[t("new")]} onSelect={() => go("/project/new")}>
              <Plus className="text-muted-foreground" />
              {t("new")}
            </CommandItem>
            <CommandItem value="restore" keywords={[t("restore")]} onSelect={() => go("/project/restore")}>
              <ArchiveRestore className="text-muted-foreground" />
              {t("restore")}
            </CommandItem>
          </CommandGroup>
        )}
      </CommandList>
    </Command>
  );
}
