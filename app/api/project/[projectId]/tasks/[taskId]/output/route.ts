import { output } from "@/lib/task/routes";

export const GET = output;
