import { replay } from "@/lib/integration/routes";

export const POST = replay;
