import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { database } from "@/db/client";
import { identify } from "@/lib/access/actor";
import { LdapProblem } from "@/lib/ldap/problem";
import { toAppError } from "@/lib/operation/errors";
import { REMOTE_HEADER, SESSION_COOKIE } from "@/lib/operation/http/request";
import { cookieOptions } from "@/lib/operation/http/session-cookie";
import { keyRing } from "@/lib/secret/key-ring";
import { hashToken } from "@/lib/secret/token";
import { LoginInput } from "@/lib/session/schema";
import { closeSession } from "@/lib/session/sessions";
import { log } from "@/lib/settings/log";
import { signIn } from "@/lib/sign-in/sign-in";

/**
 * next-auth drives the sign-in form; sessions are our own rows. Its JWT is replaced by the opaque session id, so that
 * signing out, a new password or a deleted user ends the session at once.
 */
export const authOptions = (): NextAuthOptions => ({
  secret: nextAuthSecret(),
  session: { strategy: "jwt" },
  pages: { signIn: "/auth/login", error: "/auth/login" },
  cookies: { sessionToken: { name: SESSION_COOKIE, options: cookieOptions() } },
  providers: [
    CredentialsProvider({
      credentials: { auth: {}, password: {} },
      async authorize(input, request) {
        const parsed = LoginInput.safeParse(input);
        if (!parsed.success) return null;
        try {
          const visitor = {
            ip: header(request.headers, REMOTE_HEADER),
            userAgent: header(request.headers, "user-agent").slice(0, 300),
          };
          const { sessionId, user } = await signIn(database(), parsed.data, visitor);
          return { id: String(user.id), name: user.name, sessionId };
        } catch (thrown) {
          const error = toAppError(thrown);
          if (error.code === "unauthenticated") return null;
          if (error.code === "internal") log.error({ err: error.details.cause }, "sign-in failed");
          // next-auth passes this text to the form, which shows the message of that name.
          throw new Error(error instanceof LdapProblem ? error.shown : (error.details.key ?? "internal"));
        }
      },
    }),
  ],
  jwt: {
    encode: async ({ token }) => (typeof token?.sessionId === "string" ? token.sessionId : ""),
    decode: async ({ token: sessionId }) => {
      if (!sessionId) return null;
      const { actor } = await identify(database(), { kind: "session", id: sessionId }, null);
      return actor.kind === "user" ? { sub: String(actor.user.id), name: actor.user.name, sessionId } : null;
    },
  },
  callbacks: {
    jwt: ({ token, user }) => (user && "sessionId" in user ? { ...token, sessionId: user.sessionId } : token),
  },
  events: {
    async signOut({ token }) {
      if (typeof token?.sessionId === "string") await closeSession(database(), token.sessionId);
    },
  },
});

/** Signs next-auth's CSRF cookie; derived, so that no further secret is needed. */
function nextAuthSecret(): string {
  const ring = keyRing();
  return hashToken(`next-auth ${ring.keys.get(ring.active)?.toString("base64") ?? ""}`);
}

function header(headers: Record<string, unknown> | undefined, name: string): string {
  const value = headers?.[name];
  return typeof value === "string" ? value : "";
}
