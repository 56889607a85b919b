import { type ComponentProps, createContext, useContext } from "react";
import { DialogContent } from "@/components/ui/dialog";
import { SheetContent } from "@/components/ui/sheet";

/** Whether forms open at the side, over the form that they create something for. */
export const SideSheet = createContext(false);

/** The panel of a form's dialog: in the middle, or a sheet at the side. */
export function FormPanel({ width, ...props }: ComponentProps<typeof DialogContent>) {
  if (!useContext(SideSheet)) return <DialogContent width={width} {...props} />;
  return <SheetContent side="right" className="w-120 max-w-full sm:max-w-[90vw]" {...props} />;
}
