import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ServerMetadata,
} from "openid-client";
import { OidcProblem } from "@/lib/oidc/problem";
import type { OidcProvider } from "@/lib/settings/oidc";

const TIMEOUT_SECONDS = 10;
const KEPT_MS = 60 * 60 * 1_000;

type Known = { until: number; client: Promise<Configuration> };
const known = new Map<string, Known>();

/** The client of a provider. Its issuer metadata is cached for an hour. */
export async function clientOf(provider: OidcProvider): Promise<Configuration> {
  const kept = known.get(provider.id);
  if (kept && kept.until > Date.now()) return kept.client;
  const client = open(provider);
  known.set(provider.id, { until: Date.now() + KEPT_MS, client });
  try {
    return await client;
  } catch (cause) {
    known.delete(provider.id);
    throw new OidcProblem("oidcUnavailable", cause);
  }
}

async function open(provider: OidcProvider): Promise<Configuration> {
  const { provider_url: issuer, endpoint, clientId } = provider;
  const given = metadataOf(endpoint);
  const client =
    issuer === undefined
      ? new Configuration(given, clientId, undefined, authentication(provider))
      : await discover(issuer, provider);
  client.timeout = TIMEOUT_SECONDS;
  const { jwks_uri: keys, token_endpoint: tokens } = client.serverMetadata();
  // The settings allow http only for localhost.
  if (tokens?.startsWith("http:")) allowInsecureRequests(client);
  if (keys) enableNonRepudiationChecks(client);
  return client;
}

const discover = (issuer: string, provider: OidcProvider): Promise<Configuration> =>
  discovery(new URL(issuer), provider.clientId, undefined, authentication(provider), {
    timeout: TIMEOUT_SECONDS,
    execute: issuer.startsWith("http:") ? [allowInsecureRequests] : [],
  });

function metadataOf(endpoint: OidcProvider["endpoint"]): ServerMetadata {
  if (!endpoint) return { issuer: "" };
  return {
    issuer: endpoint.issuer ?? new URL(endpoint.auth).origin,
    authorization_endpoint: endpoint.auth,
    token_endpoint: endpoint.token,
    userinfo_endpoint: endpoint.userinfo,
    jwks_uri: endpoint.jwks,
    id_token_signing_alg_values_supported: endpoint.algorithms,
  };
}

/** In the request body, which most providers accept, unless this one requires a header. */
function authentication({ clientSecret }: OidcProvider): ClientAuth {
  if (clientSecret === null) return None();
  const [post, basic] = [ClientSecretPost(clientSecret), ClientSecretBasic(clientSecret)];
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_post"];
    return (methods.includes("client_secret_post") ? post : basic)(server, ...rest);
  };
}
