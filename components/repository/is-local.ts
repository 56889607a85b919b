import { repositoryKind } from "@/lib/repository/rules";

/** Whether the text names a folder of the runner's machine, without a branch to choose. */
export const isLocal = (url: string): boolean => repositoryKind(url.trim()) === "local";
