import { z } from "zod";
import { isLocal } from "@/components/repository/is-local";
import { RepositoryInput } from "@/lib/repository/schema";

type RepositoryValues = z.input<typeof RepositoryInput>;

/** A branch that was typed before the URL became a path is out of sight, and not meant any more. */
export const RepositoryFormInput = z
  .custom<RepositoryValues>()
  .transform((values): RepositoryValues => (isLocal(values.git_url ?? "") ? { ...values, git_branch: "" } : values))
  .pipe(RepositoryInput);
