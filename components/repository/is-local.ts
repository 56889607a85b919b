import { repositoryKind } from "@/lib/repository/rules";

/** Whether the text is a folder on the runner, which has no branch to select. */
export const isLocal = (url: string): boolean => repositoryKind(url.trim()) === "local";
