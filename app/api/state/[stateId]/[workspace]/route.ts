import { forgetState, readState, writeState } from "@/lib/state/routes";

export const GET = readState;
export const POST = writeState;
export const DELETE = forgetState;
