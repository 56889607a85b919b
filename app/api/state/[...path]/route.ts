import { unknownState } from "@/lib/state/routes";

export const GET = unknownState;
export const POST = unknownState;
export const PUT = unknownState;
export const PATCH = unknownState;
export const DELETE = unknownState;
