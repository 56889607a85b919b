/**
 * Attributes that are hidden by their name: states of older versions of Terraform do not say which ones a provider calls
 * sensitive.
 */
const SECRET_NAME =
  /pass(word|wd|phrase)|secret|token|credential|private_?key|api_?key|access_?key|connection_?string|(^|_)(auth|pem|pfx|kubeconfig|kube_config)(_|$)/i;

/** The names among the attributes that sound secret, at any depth. */
export function secretNames(attributes: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(attributes).filter((name) => SECRET_NAME.test(name) || hidesSecret(attributes[name]));
}

function hidesSecret(value: unknown): boolean {
  if (value === null || typeof value !== "object") return false;
  return Object.entries(value).some(([name, inner]) => SECRET_NAME.test(name) || hidesSecret(inner));
}
