import { logout } from "@/lib/sign-in/routes";

export const POST = logout;
