import { logout } from "@/lib/session/routes";

export const POST = logout;
