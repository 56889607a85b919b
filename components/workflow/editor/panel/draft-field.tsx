import type { ComponentProps } from "react";
import { DraftInput } from "@/components/workflow/editor/panel/draft-input";
import { PanelField } from "@/components/workflow/editor/panel/panel-field";

type DraftFieldProps<Value> = Omit<ComponentProps<typeof DraftInput<Value>>, "control"> &
  Pick<ComponentProps<typeof PanelField>, "path" | "label" | "help">;

/** A line for a value, such as a number or a duration, with its label. */
export const DraftField = <Value,>({ path, label, help, ...input }: DraftFieldProps<Value>) => (
  <PanelField {...{ path, label, help }}>{(control) => <DraftInput control={control} {...input} />}</PanelField>
);
