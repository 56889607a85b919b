import { GET as get, POST as post } from "@/lib/sign-in/next-auth-routes";

export const GET = get;
export const POST = post;
