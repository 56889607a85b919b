import { useTranslations } from "next-intl";
import { useController } from "react-hook-form";
import { CheckRow } from "@/components/form/field/check-row";
import { CommitHash } from "@/components/format/commit-hash";
import type { NewTaskValues } from "@/components/task/start/new-task-values";
import { Checkbox } from "@/components/ui/checkbox";

/** Lets a re-run use the previous task's commit instead of the newest of the branch. */
export function SameCommitField({ hash, message }: { hash: string; message: string | null }) {
  const t = useTranslations("task.form");
  const { field } = useController<NewTaskValues, "commit_hash">({ name: "commit_hash" });
  return (
    <CheckRow
      name={field.name}
      label={t.rich("sameCommit", { commit: () => <CommitHash hash={hash} /> })}
      help={message || undefined}
    >
      {(control) => (
        <Checkbox
          {...control}
          ref={field.ref}
          checked={field.value === hash}
          onCheckedChange={(checked) => field.onChange(checked === true ? hash : "")}
          onBlur={field.onBlur}
        />
      )}
    </CheckRow>
  );
}
