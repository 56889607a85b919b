import { validate } from "@/lib/schedule/routes";

export const POST = validate;
