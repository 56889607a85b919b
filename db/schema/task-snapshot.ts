export type RepositorySnapshot = {
  id: number;
  git_url: string;
  git_branch: string;
  /** The task or its template asks for the branch, and it is not the repository's own. */
  branch_chosen?: boolean;
  ssh_key_id: number;
};

export type EnvironmentSnapshot = { id: number; json: string; env: string | null };

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
    /** Missing in tasks of versions that had none; so is the stack. */
    init_arguments?: string[];
    stack?: string;
    runner_tag: string;
    timeout_seconds: number;
    auto_approve: boolean;
    /** Each has the key with its password, or the path of a script in the repository that prints it. */
    vaults: { name: string | null; vault_key_id: number | null; script?: string | null }[];
    /** For a task that brings none of its own. Missing in tasks of versions that had none. */
    filters?: { limit: string; tags: string; skip_tags: string };
    /** The collections and roles of its requirements files are not installed. */
    skip_galaxy_install?: true;
  };
  app: { path: string | null; args: string[] | null };
  /** Null for a workflow. */
  repository: RepositorySnapshot | null;
  inventory: {
    id: number;
    type: string;
    inventory: string;
    ssh_key_id: number | null;
    become_key_id: number | null;
    repository: RepositorySnapshot | null;
  } | null;
  environment: EnvironmentSnapshot | null;
  /** Those after the first, which override it in their order. */
  further_environments?: EnvironmentSnapshot[];
  /** Survey answers in the types of their variables; missing in tasks of versions whose `environment` had them. */
  answers?: Record<string, unknown>;
  /** Names of the secret answers that it was given, or the run that it resumes; missing in tasks of earlier versions. */
  secret_answers?: string[];
  /** Somebody chose a commit, which may not be the newest of its branch; schedules run that one only. */
  commit_chosen?: true;
  /** Names of the tests that failed in the run that it repeats. */
  failed_tests?: string[];
};
