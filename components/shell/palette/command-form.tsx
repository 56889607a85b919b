import dynamic from "next/dynamic";
import { useEffect, useEffectEvent, useState } from "react";
import type { FormRequest } from "@/components/create/create-context";
import { CreateProvider } from "@/components/create/create-provider";
import { useFormHost } from "@/components/create/use-form-host";
import { ConsoleProvider, useConsole } from "@/components/shell/console-context";
import type { PaletteCommand, Startable } from "@/components/shell/palette/entry";
import { useOpenLog } from "@/components/shell/palette/use-task-commands";
import { sourceOf } from "@/components/template/task-source";

const NewTaskDialog = dynamic(
  () => import("@/components/task/start/new-task-dialog").then((module) => module.NewTaskDialog),
  { loading: () => null },
);

/** Mounted for each command, once the palette has closed. */
export function CommandForm({ command }: { command: PaletteCommand }) {
  return command.kind === "start" ? <StartForm template={command.template} /> : <NewResource {...command} />;
}

/** In the template's project, which may be another than the open one. */
function StartForm({ template }: { template: Startable }) {
  const place = useConsole();
  const openLog = useOpenLog();
  const [open, setOpen] = useState(true);
  const { app, type, permissions } = template.start;
  return (
    <ConsoleProvider value={{ ...place, permissions }}>
      <CreateProvider projectId={template.project_id}>
        <NewTaskDialog
          source={sourceOf({ ...template, app, type })}
          open={open}
          onOpenChange={setOpen}
          onStarted={({ id }) => openLog(id, template.project_id)}
        />
      </CreateProvider>
    </ConsoleProvider>
  );
}

function NewResource({ projectId, request }: { projectId: number; request: FormRequest }) {
  const { show, form } = useFormHost(projectId);
  const start = useEffectEvent(() => void show(request));
  useEffect(() => start(), []);
  return <CreateProvider projectId={projectId}>{form}</CreateProvider>;
}
