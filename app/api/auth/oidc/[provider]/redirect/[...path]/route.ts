import { oidcRedirect } from "@/lib/oidc/routes";

export const GET = oidcRedirect;
