import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import { ConfigError, readSettingFile } from "@/runner/config";
import type { Environment } from "@/runner/process/environment";

/** Where Linux distributions and macOS keep their trusted certificates. */
const SYSTEM_BUNDLES = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"];

/**
 * The environment that makes git and a task's programs trust additional certificates. Most of them take one file instead
 * of the system's, so this writes one that contains both. Throws ConfigError.
 */
export async function trustCertificates(caFile: string | null, dataDir: string): Promise<Environment> {
  if (caFile === null) return {};
  const own = readSettingFile("SIGNALBOX_RUNNER_CA_FILE", caFile);
  if (!own.includes("-----BEGIN CERTIFICATE-----")) {
    throw new ConfigError(`SIGNALBOX_RUNNER_CA_FILE holds no certificate in PEM form: ${caFile}`);
  }
  const path = join(dataDir, "certificates.pem");
  await writeFile(path, `${own.trimEnd()}\n${await systemCertificates()}`, { mode: 0o600 });
  return { GIT_SSL_CAINFO: path, SSL_CERT_FILE: path };
}

async function systemCertificates(): Promise<string> {
  for (const path of SYSTEM_BUNDLES) {
    const text = await readFile(path, "utf8").catch(() => "");
    if (text !== "") return text;
  }
  return `${rootCertificates.join("\n")}\n`;
}
