type Named = { id: number; name: string };

/** An extra variable of an environment; `text`: its value is one. */
export type PlainVariable = { name: string; text: boolean };

/** A state, and the names of the templates that use it. */
export type FormState = Named & { templates: string[] };

/** What a template may refer to. */
export type FormResources = {
  app: { id: string; title: string; path: string; args: string[] | null };
  repositories: (Named & { git_branch: string })[];
  /** `workspace`: its name, where the inventory is one. */
  inventories: (Named & { workspace: string | null })[];
  environments: (Named & { variables: PlainVariable[] })[];
  views: { id: number; title: string }[];
  /** Those with a password, for vaults. */
  passwordKeys: Named[];
  /** Of the kind that the application keeps; none when it keeps none. */
  states: FormState[];
  /** The state of the template, or of the one that is copied; null: it has none yet. */
  currentState: number | null;
  /** The newest run found that the code keeps its state elsewhere. */
  declaresBackend: boolean;
  /** Of type build or deploy. */
  buildTemplates: (Named & { type: string })[];
};
