import { connect, isIP } from "node:net";
import { setTimeout } from "node:timers/promises";
import { type ConnectionOptions, connect as connectSecurely } from "node:tls";
import { Client } from "ldapts";
import type { LdapSettings } from "@/lib/settings/ldap";

const CONNECT_MS = 5_000;
const OPERATION_MS = 5_000;
const ALL_MS = 10_000;

/** Provides a connection, encrypted as configured and not yet bound. Fails if everything together takes too long. */
export async function withConnection<Result>(
  ldap: LdapSettings,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const { client, socket } = open(ldap);
  const whole = async () => {
    if (ldap.security === "starttls") await client.startTLS(identityOf(ldap));
    return work(client);
  };
  const tooLong = setTimeout(ALL_MS, undefined, { ref: false }).then(() => {
    throw new Error("the directory timed out");
  });
  try {
    return await Promise.race([whole(), tooLong]);
  } finally {
    socket.destroy();
  }
}

/** ldapts would replace a lost connection by an unencrypted, unbound one, so it gets only this socket. */
function open(ldap: LdapSettings) {
  const { host, port, security } = ldap;
  const scheme = security === "tls" ? "ldaps" : "ldap";
  const url = `${scheme}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const limits = { url, connectTimeout: CONNECT_MS, timeout: OPERATION_MS };
  if (security === "tls") {
    const socket = connectSecurely({ ...identityOf(ldap), port });
    return { socket, client: new Client({ ...limits, createSecureConnection: () => socket }) };
  }
  const socket = connect({ host, port });
  return { socket, client: new Client({ ...limits, createConnection: () => socket }) };
}

/** The expected certificate identity; without the host, StartTLS would accept a certificate for localhost. */
const identityOf = ({ host, ca }: LdapSettings): ConnectionOptions => ({
  host,
  servername: isIP(host) === 0 ? host : undefined,
  ca,
});
