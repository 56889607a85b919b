import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useConsole } from "@/components/shell/console-context";
import { useModKey } from "@/components/shell/keys/use-mod-key";
import { OVERVIEW, screensOf } from "@/components/shell/screens";
import { useShell } from "@/components/shell/shell-context";
import { Dialog, DialogBody, DialogContent, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { Kbd } from "@/components/ui/kbd";

/** The list of keyboard shortcuts. */
export function ShortcutsDialog() {
  const t = useTranslations("shell.shortcuts");
  const common = useTranslations("common");
  const { overlay, show } = useShell();
  return (
    <Dialog open={overlay === "shortcuts"} onOpenChange={(open) => show(open ? "shortcuts" : null)}>
      <DialogContent width={640} closeLabel={common("close")} aria-describedby={undefined}>
        <DialogHeader>
          <DialogTitle>{t("title")}</DialogTitle>
        </DialogHeader>
        <DialogBody className="grid content-start gap-x-10 gap-y-5 sm:grid-cols-2">
          <div className="flex flex-col gap-5">
            <Anywhere />
            <InLists />
            <InForms />
            <InLog />
          </div>
          <div className="flex flex-col gap-5">
            <GoTo />
            <InWorkflowEditor />
          </div>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

function Anywhere() {
  const t = useTranslations("shell.shortcuts");
  const mod = useModKey();
  return (
    <Group title={t("anywhere")}>
      <Keys keys={[`${mod}K`]} does={t("palette")} />
      <Keys keys={["?"]} does={t("help")} />
      <Keys keys={["["]} does={t("collapse")} />
      <Keys keys={["R"]} does={t("run")} />
      <Keys keys={["Esc"]} does={t("close")} />
    </Group>
  );
}

function GoTo() {
  const t = useTranslations("shell");
  const screens = screensOf(useConsole());
  return (
    <Group title={t("shortcuts.goTo")}>
      <Keys keys={["G", OVERVIEW.goKey.toUpperCase()]} does={t("overview")} />
      {screens.map(({ name, goKey }) => (
        <Keys key={name} keys={["G", goKey.toUpperCase()]} does={t(`nav.${name}`)} />
      ))}
    </Group>
  );
}

function InLists() {
  const t = useTranslations("shell.shortcuts");
  return (
    <Group title={t("lists")}>
      <Keys keys={["/"]} does={t("listSearch")} />
      <Keys keys={["J"]} does={t("listNext")} />
      <Keys keys={["K"]} does={t("listPrevious")} />
      <Keys keys={["↵"]} does={t("listOpen")} />
    </Group>
  );
}

function InForms() {
  const t = useTranslations("shell.shortcuts");
  const mod = useModKey();
  return (
    <Group title={t("forms")}>
      <Keys keys={[`${mod}↵`]} does={t("save")} />
    </Group>
  );
}

function InWorkflowEditor() {
  const t = useTranslations();
  const mod = useModKey();
  return (
    <Group title={t("shell.shortcuts.editor")}>
      <Keys keys={["⇧F"]} does={t("workflow.editor.fullScreen")} />
      <Keys keys={["⇧B"]} does={t("shell.shortcuts.editorSides")} />
      <Keys keys={[`${mod}Z`]} does={t("workflow.editor.undo")} />
      <Keys keys={[`${mod}⇧Z`]} does={t("workflow.editor.redo")} />
    </Group>
  );
}

function InLog() {
  const t = useTranslations("shell.shortcuts");
  return (
    <Group title={t("log")}>
      <Keys keys={["G"]} does={t("logTop")} />
      <Keys keys={["⇧G"]} does={t("logEnd")} />
      <Keys keys={["F"]} does={t("logFollow")} />
      <Keys keys={["/"]} does={t("logFind")} />
      <Keys keys={["N"]} does={t("logNext")} />
      <Keys keys={["⇧N"]} does={t("logPrevious")} />
      <Keys keys={["E"]} does={t("logError")} />
      <Keys keys={["⇧E"]} does={t("logErrorBefore")} />
      <Keys keys={[":"]} does={t("logLine")} />
      <Keys keys={["Z"]} does={t("logFold")} />
      <Keys keys={["⇧Z"]} does={t("logFoldAll")} />
      <Keys keys={["W"]} does={t("logWrap")} />
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-1 font-medium text-muted-foreground text-xs">{title}</h3>
      <dl>{children}</dl>
    </section>
  );
}

function Keys({ keys, does }: { keys: string[]; does: string }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-4 border-border border-b text-sm last:border-b-0">
      <dt className="order-1 flex gap-1">
        {keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </dt>
      <dd>{does}</dd>
    </div>
  );
}
