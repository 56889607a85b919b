import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { vi } from "vitest";
import { freePort } from "../support/listen";
import { findTool } from "../support/tools";

const SUFFIX = "dc=example,dc=com";
export const READER = { dn: `cn=reader,${SUFFIX}`, password: "reads everything" };

type Entry = { uid: string; mail?: string; cn?: string; password?: string; unit?: string };

const unit = (ou: string) => `dn: ou=${ou},${SUFFIX}\nobjectClass: organizationalUnit\nou: ${ou}\n`;

function person({ uid, mail, cn = uid, password, unit: ou = "people" }: Entry): string {
  const lines = [
    `dn: uid=${uid},ou=${ou},${SUFFIX}`,
    "objectClass: inetOrgPerson",
    `uid: ${uid}`,
    `cn: ${cn}`,
    `sn: ${cn}`,
    ...(mail ? [`mail: ${mail}`] : []),
    ...(password ? [`userPassword: ${password}`] : []),
  ];
  return `${lines.join("\n")}\n`;
}

const BASE = [
  `dn: ${SUFFIX}\nobjectClass: dcObject\nobjectClass: organization\no: Example\ndc: example\n`,
  `dn: ${READER.dn}\nobjectClass: applicationProcess\nobjectClass: simpleSecurityObject\ncn: reader\nuserPassword: ${READER.password}\n`,
  unit("people"),
  unit("others"),
];

type Certificate = { key: string; cert: string };

/** Accepts a bind without a password, as some directories do; only the reader may search. */
const configOf = (folder: string, certificate: Certificate | null) => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${folder}/pid
argsfile ${folder}/args
allow bind_anon_cred
${certificate ? `TLSCertificateFile ${certificate.cert}\nTLSCertificateKeyFile ${certificate.key}` : ""}
database mdb
suffix "${SUFFIX}"
directory ${folder}/data
maxsize 16777216
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${READER.dn}" read by * none
`;

/** A real slapd on 127.0.0.1, which logs every bind and search. */
export class Slapd {
  /** slapd's log, such as `conn=1000 op=0 BIND dn="…" method=128`. */
  readonly log: string[] = [];
  private child: ChildProcess | null = null;

  private constructor(
    private readonly folder: string,
    private readonly ports: { plain: number; secure: number },
  ) {}

  static async start(entries: Entry[], certificate: Certificate | null = null): Promise<Slapd> {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-slapd-"));
    const at = (name: string) => join(folder, name);
    mkdirSync(at("data"));
    writeFileSync(at("slapd.conf"), configOf(folder, certificate));
    writeFileSync(at("data.ldif"), [...BASE, ...entries.map(person)].join("\n"));
    execFileSync(findTool("slapadd") ?? "slapadd", ["-q", "-f", at("slapd.conf"), "-l", at("data.ldif")]);
    const slapd = new Slapd(folder, { plain: await freePort(), secure: await freePort() });
    await slapd.begin(certificate !== null);
    return slapd;
  }

  get url(): string {
    return `ldap://127.0.0.1:${this.ports.plain}`;
  }

  get secureUrl(): string {
    return `ldaps://127.0.0.1:${this.ports.secure}`;
  }

  /** The DNs of all bind attempts; "" is anonymous. */
  get binds(): string[] {
    return this.log.flatMap((line) => /BIND dn="([^"]*)" method/.exec(line)?.[1] ?? []);
  }

  get searches(): string[] {
    return this.log.flatMap((line) => /SRCH .*filter="(.*)"$/.exec(line)?.[1] ?? []);
  }

  /** Waits until the log contains all previous requests. */
  async caughtUp(): Promise<void> {
    const socket = connect(this.ports.plain, "127.0.0.1");
    await once(socket, "connect");
    const from = `ACCEPT from IP=127.0.0.1:${socket.localPort}`;
    await vi.waitUntil(() => this.log.some((line) => line.includes(from)), { timeout: 30_000 });
    socket.destroy();
  }

  private async begin(secure: boolean): Promise<void> {
    const urls = secure ? [this.url, this.secureUrl] : [this.url];
    const args = ["-d", "stats", "-f", join(this.folder, "slapd.conf"), "-h", urls.join(" ")];
    const child = spawn(findTool("slapd") ?? "slapd", args, { stdio: ["ignore", "ignore", "pipe"] });
    this.child = child;
    const lines = createInterface({ input: child.stderr });
    await new Promise<void>((resolve, reject) => {
      lines.on("line", (line) => {
        this.log.push(line);
        if (line.includes("slapd starting")) resolve();
      });
      child.once("exit", () => reject(new Error(`slapd ended:\n${this.log.join("\n")}`)));
    });
  }

  /** Stops it and removes its files. */
  async stop(): Promise<void> {
    const { child } = this;
    this.child = null;
    if (!child) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
    rmSync(this.folder, { recursive: true });
  }
}
