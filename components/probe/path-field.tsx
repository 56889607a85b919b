import { FolderSearch } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { TextField } from "@/components/form/field/text-field";
import { PathList } from "@/components/probe/path-list";
import { useProbe } from "@/components/probe/use-probe";
import { IconButton } from "@/components/ui/icon-button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { createProbe } from "@/lib/probe/actions";

/** What lists the files, by the names of the template's fields. */
type Place = { repository_id: number | null; git_branch: string | null; runner_tag: string };

type PathFieldProps = ComponentProps<typeof TextField> & { projectId: number; app: string };

/** A path in the form's repository, typed or chosen from what a runner finds at its branch. */
export function PathField({ projectId, app, ...field }: PathFieldProps) {
  const t = useTranslations("probe.files");
  const { getValues, setValue } = useFormContext();
  const repositoryId = useWatch<Place, "repository_id">({ name: "repository_id" });
  const { shown, test } = useProbe(projectId, ({ message }) => [message]);
  const [open, setOpen] = useState(false);
  const known = typeof repositoryId === "number";

  function toggle(next: boolean) {
    setOpen(next && known);
    if (!next || !known) return;
    const [repository_id, git_branch, runner_tag] = getValues(["repository_id", "git_branch", "runner_tag"]);
    void test(() => createProbe({ projectId }, { kind: "files", repository_id, git_branch, runner_tag }));
  }

  function choose(path: string) {
    setOpen(false);
    setValue(field.name, path, { shouldDirty: true, shouldValidate: true });
  }

  const button = (
    <Popover modal open={open} onOpenChange={toggle}>
      <PopoverTrigger asChild>
        <IconButton
          label={t(known ? "choose" : "noRepository")}
          aria-disabled={!known}
          className="aria-disabled:cursor-not-allowed aria-disabled:opacity-50"
        >
          <FolderSearch />
        </IconButton>
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t("choose")} className="w-120 max-w-[calc(100vw-1rem)] p-0">
        <PathList app={app} shown={shown} choose={choose} />
      </PopoverContent>
    </Popover>
  );
  return <TextField {...field} button={button} />;
}
