import { receiveHook } from "@/lib/integration/routes";

export const POST = receiveHook;
