type Named = { id: number; name: string };

/** An extra variable of an environment; `text`: its value is one. */
export type PlainVariable = { name: string; text: boolean };

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
  /** Of type build or deploy. */
  buildTemplates: (Named & { type: string })[];
};
