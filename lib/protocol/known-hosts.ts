/** One line of a known_hosts file: a single host, by name or address as ssh writes it, and its key. */
export type HostKeyLine = { host: string; keyType: string; key: string };

const KEY_TYPES = new Set([
  "ssh-ed25519",
  "ssh-rsa",
  "ecdsa-sha2-nistp256",
  "ecdsa-sha2-nistp384",
  "ecdsa-sha2-nistp521",
  "sk-ssh-ed25519@openssh.com",
  "sk-ecdsa-sha2-nistp256@openssh.com",
]);

/** Excludes lists, patterns, negations, and hashed host names. */
const NAME = "[a-z0-9_][a-z0-9._-]{0,252}";
const ADDRESS = "[0-9a-f]*:[0-9a-f:.]{1,45}(?:%[a-z0-9._-]{1,32})?";
const PLAIN_HOST = new RegExp(`^(?:${NAME}|${ADDRESS}|\\[(?:${NAME}|${ADDRESS})\\]:[1-9][0-9]{0,4})$`);

/**
 * The lines of a known_hosts text that name one host and its key; ignores markers such as `@cert-authority` and
 * anything else.
 */
export const parseKnownHosts = (text: string): HostKeyLine[] => text.split("\n").flatMap(parseLine);

function parseLine(line: string): HostKeyLine[] {
  const [host = "", keyType = "", key = ""] = line.trim().split(/\s+/);
  return PLAIN_HOST.test(host) && KEY_TYPES.has(keyType) && isKeyOf(keyType, key) ? [{ host, keyType, key }] : [];
}

/** An encoded key begins with its type's name, preceded by the length. */
function isKeyOf(keyType: string, key: string): boolean {
  if (!/^[A-Za-z0-9+/]{40,4000}={0,2}$/.test(key) || key.length % 4 !== 0) return false;
  const bytes = atob(key);
  return bytes.startsWith(`\0\0\0${String.fromCharCode(keyType.length)}${keyType}`);
}

export const knownHostsLine = ({ host, keyType, key }: HostKeyLine): string => `${host} ${keyType} ${key}`;

const SSH_URL = /^ssh:\/\/(?:[^/@]*@)?(\[[^\]]+\]|[^/:@]+)(?::(\d+))?(?:\/|$)/i;
const SCP_FORM = /^(?:[^\s/:@]+@)?(\[[^\]]+\]|[^\s/:@]+):(?!\/\/)/;

/** The host of a repository that is fetched over ssh, as known_hosts names it; null for other repositories. */
export function sshHostOf(url: string): string | null {
  const [, name, port = "22"] = SSH_URL.exec(url) ?? SCP_FORM.exec(url) ?? [];
  if (name === undefined) return null;
  const host = name.replace(/^\[|\]$/g, "").toLowerCase();
  return Number(port) === 22 ? host : `[${host}]:${Number(port)}`;
}
