import { createContext, type ReactNode, useContext, useId } from "react";
import { type ControlProps, describedBy, FieldNotes } from "@/components/form/field/field";
import { useProblemWords } from "@/components/problem/use-error-words";
import { Label } from "@/components/ui/label";
import { Switch } from "@/components/ui/switch";
import { useWorkflowEditor } from "@/components/workflow/editor/editor-context";

type Place = { node: string | null; edge: number | null };

const PlaceContext = createContext<Place>({ node: null, edge: null });
/** The node or edge whose fields are inside. */
export const PlaceProvider = PlaceContext.Provider;

/** The first problem of a field, or of what is in it. */
function useProblem(path: string): string | null {
  const { problems } = useWorkflowEditor();
  const { node, edge } = useContext(PlaceContext);
  const words = useProblemWords();
  const found = problems.find(
    (problem) =>
      problem.node === node &&
      problem.edge === edge &&
      (problem.field === path || problem.field.startsWith(`${path}.`)),
  );
  return found ? words(found) : null;
}

type PanelFieldProps = {
  /** Where problems say that the field is. */
  path: string;
  label: string;
  help?: ReactNode;
  /** Beside the label. */
  end?: ReactNode;
  children?: (control: ControlProps) => ReactNode;
};

/** A field of a node or an edge: its changes are in the graph at once. */
export function PanelField({ path, label, help, end, children }: PanelFieldProps) {
  const id = useId();
  const problem = useProblem(path);
  const control: ControlProps = {
    id,
    "aria-describedby": describedBy(id, problem, help),
    "aria-invalid": problem ? true : undefined,
  };
  return (
    <div data-path={path} className="grid min-w-0 grid-cols-1 content-start gap-1.5">
      <div className="flex min-h-5 items-center justify-between gap-2">
        <Label htmlFor={children ? id : undefined} className="min-w-0 truncate">
          {label}
        </Label>
        {end}
      </div>
      {children?.(control)}
      <FieldNotes id={id} error={problem} help={help} />
    </div>
  );
}

type PanelSwitchProps = {
  path: string;
  label: string;
  help?: ReactNode;
  value: boolean;
  onChange: (on: boolean) => void;
};

export function PanelSwitch({ path, label, help, value, onChange }: PanelSwitchProps) {
  const id = useId();
  const problem = useProblem(path);
  return (
    <div data-path={path} className="grid gap-1">
      <div className="flex items-center justify-between gap-3">
        <Label htmlFor={id} className="font-normal">
          {label}
        </Label>
        <Switch id={id} checked={value} onCheckedChange={onChange} aria-describedby={describedBy(id, problem, help)} />
      </div>
      <FieldNotes id={id} error={problem} help={help} />
    </div>
  );
}
