/** What can be deleted; each has its own words in messages.common. */
export type DeleteKind =
  | "user"
  | "template"
  | "environment"
  | "inventory"
  | "key"
  | "repository"
  | "project"
  | "teamMember"
  | "schedule"
  | "app"
  | "runner"
  | "integration"
  | "extractValue"
  | "matcher"
  | "view"
  | "token"
  | "alias";
