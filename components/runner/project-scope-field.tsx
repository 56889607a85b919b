import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useController } from "react-hook-form";
import { GroupField } from "@/components/form/list/group-field";
import { SearchBox } from "@/components/table/search-box";
import { Alert } from "@/components/ui/alert";
import { Checkbox } from "@/components/ui/checkbox";
import { Label } from "@/components/ui/label";
import type { Project } from "@/lib/project/schema";
import { servesNone } from "@/lib/runner/schema";

export type ProjectName = Pick<Project, "id" | "name">;

const NAME = "project_ids";
/** Show a search box above this number of projects. */
const MANY = 8;

/** All projects (null), or the selected ones. */
export function ProjectScopeField({ projects }: { projects: ProjectName[] }) {
  const t = useTranslations("runner");
  const { field } = useController({ name: NAME });
  const chosen: number[] | null = field.value;

  const toggle = (id: number) => (checked: boolean | "indeterminate") =>
    field.onChange(checked === true ? [...(chosen ?? []), id] : chosen?.filter((other) => other !== id));

  return (
    <GroupField name={NAME} label={t("projects")} help={t("projectsHelp")} itemErrors>
      <Tick
        ref={field.ref}
        label={t("allProjects")}
        checked={chosen === null}
        onChange={(checked) => field.onChange(checked === true ? null : [])}
      />
      {chosen && <Choice projects={projects} chosen={chosen} toggle={toggle} />}
    </GroupField>
  );
}

type ChoiceProps = {
  projects: ProjectName[];
  chosen: number[];
  toggle: (id: number) => (checked: boolean | "indeterminate") => void;
};

function Choice({ projects, chosen, toggle }: ChoiceProps) {
  const t = useTranslations("runner");
  const [sought, setSought] = useState("");
  const found = projects.filter(({ name }) => name.toLowerCase().includes(sought.trim().toLowerCase()));
  return (
    <div className="flex flex-col gap-2 rounded-md border border-input p-2">
      {projects.length > MANY && <SearchBox value={sought} onChange={setSought} placeholder={t("findProject")} />}
      <div className="flex max-h-48 flex-col gap-2 overflow-y-auto p-1">
        {found.map(({ id, name }) => (
          <Tick key={id} label={name} checked={chosen.includes(id)} onChange={toggle(id)} />
        ))}
      </div>
      {servesNone(chosen) && <Alert variant="amber">{t("servesNone")}</Alert>}
    </div>
  );
}

type TickProps = {
  ref?: React.Ref<HTMLButtonElement>;
  label: string;
  checked: boolean;
  onChange: (checked: boolean | "indeterminate") => void;
};

function Tick({ ref, label, checked, onChange }: TickProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <span className="flex h-5 items-center">
        <Checkbox id={id} ref={ref} checked={checked} onCheckedChange={onChange} />
      </span>
      <Label htmlFor={id} className="wrap-anywhere min-h-5 min-w-0 font-normal">
        {label}
      </Label>
    </div>
  );
}
