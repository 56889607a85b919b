import { receiveGetHook, receiveHook } from "@/lib/integration/routes";

export const GET = receiveGetHook;
export const POST = receiveHook;
