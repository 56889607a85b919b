import { useTranslations } from "next-intl";
import { ProjectList } from "@/components/shell/drawer/project-list";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import { TriggerAt } from "@/components/ui/trigger-at";

type ProjectPopoverProps = { trigger: HTMLElement; open: boolean; onOpenChange: (open: boolean) => void };

/** The projects, below the button that shows the open one. */
export function ProjectPopover({ trigger, open, onOpenChange }: ProjectPopoverProps) {
  const t = useTranslations("shell.projects");
  return (
    <Popover open={open} onOpenChange={onOpenChange}>
      <PopoverTrigger asChild>
        <TriggerAt target={trigger} />
      </PopoverTrigger>
      <PopoverContent align="start" aria-label={t("choose")} className="w-64 overflow-hidden p-0">
        <ProjectList close={() => onOpenChange(false)} />
      </PopoverContent>
    </Popover>
  );
}
