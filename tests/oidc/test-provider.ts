import { createServer } from "node:http";
import { Provider } from "oidc-provider";
import { listen } from "../support/listen";

export type Account = {
  sub: string;
  email?: string;
  email_verified?: boolean;
  preferred_username?: string;
  name?: string;
};

/** A real local OpenID provider that signs in `account` without asking. */
export class TestProvider {
  /** Null: the user clicks Cancel. */
  account: Account | null = null;

  private constructor(
    readonly issuer: string,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(redirectUris: string[]): Promise<TestProvider> {
    const server = createServer();
    const { url: issuer, stop } = await listen(server);
    const test = new TestProvider(issuer, stop);
    const provider = new Provider(issuer, {
      clients: [{ client_id: "signalbox", client_secret: "between-the-two-of-us", redirect_uris: redirectUris }],
      claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["preferred_username", "name"] },
      features: { devInteractions: { enabled: false } },
      cookies: { keys: ["only for tests"] },
      interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
      findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ ...test.account, sub }) }),
      loadExistingGrant: async (ctx) => {
        const { client, session } = ctx.oidc;
        const grant = new ctx.oidc.provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
        grant.addOIDCScope("openid profile email");
        await grant.save();
        return grant;
      },
    });
    provider.use(async (ctx, next) => {
      if (!ctx.path.startsWith("/interaction/")) return next();
      const result = test.account
        ? { login: { accountId: test.account.sub } }
        : { error: "access_denied", error_description: "cancelled" };
      await provider.interactionFinished(ctx.req, ctx.res, result);
      ctx.respond = false;
    });
    server.on("request", provider.callback());
    return test;
  }
}
