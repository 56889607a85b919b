import { oidcLogin } from "@/lib/oidc/routes";

export const GET = oidcLogin;
