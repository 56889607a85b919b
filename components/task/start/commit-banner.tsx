"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useFormContext, useWatch } from "react-hook-form";
import { CommitHash } from "@/components/format/commit-hash";
import type { NewTaskValues } from "@/components/task/start/new-task-values";
import { Alert } from "@/components/ui/alert";
import { IconButton } from "@/components/ui/icon-button";

/** A re-run uses the commit of the former task, until this is dismissed. */
export function CommitBanner({ hash, message }: { hash: string; message: string | null }) {
  const t = useTranslations("task.form");
  const { setValue } = useFormContext<NewTaskValues>();
  const kept = useWatch<NewTaskValues, "commit_hash">({ name: "commit_hash" });
  if (kept === "") return null;
  return (
    <Alert
      variant="info"
      title={t.rich("runsCommit", { commit: () => <CommitHash hash={hash} /> })}
      action={
        <IconButton
          label={t("useNewestCommit")}
          className="-my-1"
          onClick={() => setValue("commit_hash", "", { shouldDirty: true })}
        >
          <X />
        </IconButton>
      }
    >
      {message}
    </Alert>
  );
}
