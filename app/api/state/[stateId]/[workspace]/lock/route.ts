import { lockState, unlockState } from "@/lib/state/routes";

export const POST = lockState;
export const DELETE = unlockState;
