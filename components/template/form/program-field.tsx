import { useTranslations } from "next-intl";
import { PathField } from "@/components/probe/path-field";
import { programKind } from "@/lib/protocol/app";
import { requiredFields } from "@/lib/template/rules";

/** What runs, in the repository. */
export function ProgramField({ projectId, app }: { projectId: number; app: string }) {
  const t = useTranslations("template");
  const program = programKind(app);
  return (
    <PathField
      projectId={projectId}
      app={app}
      name="playbook"
      label={t(`form.playbook.${program}`)}
      help={t(`form.playbookHelp.${program}`)}
      placeholder={t(`form.playbookExample.${program}`)}
      required={requiredFields(app).playbook}
      mono
    />
  );
}
