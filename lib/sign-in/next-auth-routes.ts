import NextAuth from "next-auth";
import { authOptions } from "@/lib/sign-in/next-auth";

type Context = { params: Promise<{ nextauth: string[] }> };

/** next-auth's own routes (providers, csrf, callback, signout) for the sign-in form; options are read on each call. */
const handler = (request: Request, context: Context) => NextAuth(authOptions())(request, context);

export const GET = handler;
export const POST = handler;
