import { z } from "zod";

/** The application's own switches for one task, as the peer's clients send them. */
export const TaskParams = z.object({
  plan: z.boolean().optional(),
  auto_approve: z.boolean().optional(),
  destroy: z.boolean().optional(),
  tags: z.string().max(1000).optional(),
  skip_tags: z.string().max(1000).optional(),
});
export type TaskParams = z.infer<typeof TaskParams>;

export type RepositorySnapshot = { id: number; git_url: string; git_branch: string; ssh_key_id: number };

/**
 * What a task will run, fixed when it is created, so that editing a template never changes a queued task.
 * Keys and environment secrets appear by id: their values are read when the task begins.
 */
export type TaskSnapshot = {
  template: {
    name: string;
    app: string;
    type: "" | "build" | "deploy";
    playbook: string;
    arguments: string[];
    runner_tag: string;
    timeout_seconds: number;
    auto_approve: boolean;
    vaults: { name: string | null; vault_key_id: number }[];
  };
  app: { path: string | null; args: string[] | null };
  repository: RepositorySnapshot;
  inventory: {
    id: number;
    type: string;
    inventory: string;
    ssh_key_id: number | null;
    become_key_id: number | null;
    repository: RepositorySnapshot | null;
  } | null;
  environment: { id: number; json: string; env: string | null } | null;
};
