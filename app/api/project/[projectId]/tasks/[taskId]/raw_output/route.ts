import { rawOutput } from "@/lib/task/routes";

export const GET = rawOutput;
