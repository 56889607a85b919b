import { downloadState } from "@/lib/state/routes";

export const POST = downloadState;
