import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  fetchProtectedResource,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import { z } from "zod";
import type { Attempt } from "@/lib/oidc/attempt";
import { type Claims, claimText } from "@/lib/oidc/claims";
import { clientOf } from "@/lib/oidc/client";
import { OidcProblem } from "@/lib/oidc/problem";
import type { OidcProvider } from "@/lib/settings/oidc";
import { settings } from "@/lib/settings/settings";

/** Plain OAuth has no id token, so the claims come from the user info endpoint. */
const speaksOpenId = ({ scopes }: OidcProvider): boolean => scopes.includes("openid");

/** Never derived from the request, whose host anybody can choose. */
const redirectUrl = ({ redirect_url, id }: OidcProvider): string =>
  redirect_url ?? `${settings().publicUrl}/api/auth/oidc/${id}/redirect`;

/** The URL to redirect the browser to, and the attempt it has to bring back. */
export async function begin(provider: OidcProvider, returnTo: string): Promise<{ url: URL; attempt: Attempt }> {
  const client = await clientOf(provider);
  const attempt = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier(), returnTo };
  const url = buildAuthorizationUrl(client, {
    redirect_uri: redirectUrl(provider),
    scope: provider.scopes.join(" "),
    state: attempt.state,
    code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: "S256",
    ...(speaksOpenId(provider) && { nonce: attempt.nonce }),
  });
  return { url, attempt };
}

/** Exchanges the provider's callback for claims about the person. Throws OidcProblem. */
export async function finish(provider: OidcProvider, query: string, attempt: Attempt): Promise<Claims> {
  const client = await clientOf(provider);
  const url = new URL(redirectUrl(provider));
  url.search = query;
  try {
    const tokens = await authorizationCodeGrant(client, url, {
      pkceCodeVerifier: attempt.verifier,
      expectedState: attempt.state,
      expectedNonce: speaksOpenId(provider) ? attempt.nonce : undefined,
      idTokenExpected: speaksOpenId(provider),
    });
    const claims: Claims = tokens.claims() ?? {};
    return isComplete(provider, claims)
      ? claims
      : { ...claims, ...(await userInfo(client, tokens.access_token, claims.sub)) };
  } catch (error) {
    const denied = error instanceof AuthorizationResponseError && error.error === "access_denied";
    throw new OidcProblem(denied ? "oidcCancelled" : "oidcFailed", error);
  }
}

const isComplete = (provider: OidcProvider, claims: Claims): boolean =>
  [provider.email_claim, provider.username_claim, provider.name_claim].every(
    (setting) => claimText(setting, claims) !== "",
  );

const UserInfo = z.record(z.string(), z.unknown());

async function userInfo(client: Configuration, accessToken: string, subject: unknown): Promise<Claims> {
  const { userinfo_endpoint: address } = client.serverMetadata();
  if (!address) return {};
  if (typeof subject === "string") return fetchUserInfo(client, accessToken, subject);
  const response = await fetchProtectedResource(client, accessToken, new URL(address), "GET");
  return UserInfo.parse(await response.json());
}
