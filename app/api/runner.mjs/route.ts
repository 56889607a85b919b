import { runnerProgram } from "@/lib/runner/routes";

export const GET = runnerProgram;
