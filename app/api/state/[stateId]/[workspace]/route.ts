import { forgetState, readState } from "@/lib/state/routes";
import { writeState } from "@/lib/task/result-routes";

export const GET = readState;
export const POST = writeState;
export const DELETE = forgetState;
