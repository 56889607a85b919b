import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import type { Failure } from "@/lib/notification/outbox";
import { sendMail } from "@/lib/notification/send-mail";
import { ROOT } from "../structure/sources";
import { makeCertificate, serveSilence } from "../support/git-servers";
import { MailSink } from "./sinks";

const folder = mkdtempSync(join(tmpdir(), "signalbox-mail-"));
const files = makeCertificate(folder);
const certificate = { key: readFileSync(files.key, "utf8"), cert: readFileSync(files.cert, "utf8") };
const sinks: MailSink[] = [];
afterAll(async () => {
  for (const sink of sinks) await sink.goAway();
  rmSync(folder, { recursive: true });
});

async function serve(options?: Parameters<typeof MailSink.start>[0]): Promise<MailSink> {
  const sink = await MailSink.start(options);
  sinks.push(sink);
  return sink;
}

type Security = "none" | "starttls" | "tls";
const server = (port: number, security: Security, username?: string, password?: string) => {
  return { host: "127.0.0.1", port, security, sender: "Box <box@example.com>", username, password };
};
const letter = { id: "the-key", to: "ada@example.com", subject: "s", text: "t", html: "<p>t</p>" };
const allow = ["127.0.0.1"];

/** In a process that trusts the tests' authority: Node only reads it at startup. */
async function sendTrusting(...args: unknown[]): Promise<Failure | null> {
  const child = spawn(process.execPath, ["--import", "tsx", "tests/notification/send-one.ts", JSON.stringify(args)], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, NODE_EXTRA_CA_CERTS: files.ca },
  });
  return (await json(child.stdout)) as Failure | null;
}

describe("an e-mail", () => {
  test("is sent in plaintext if configured so", async () => {
    const sink = await serve();
    expect(await sendMail(server(sink.port, "none"), letter, allow)).toBeNull();
    expect(sink.received).toMatchObject([{ to: ["ada@example.com"], from: "box@example.com", secure: false }]);
    expect(sink.received[0]?.raw).toContain("Message-ID: <the-key@example.com>");
    expect(sink.received[0]?.raw).toContain("Auto-Submitted: auto-generated");
  });

  test.each(["a@victim.example, b@victim.example", "group: a@victim.example;", "<a@victim.example>, ada@example.com"])(
    "goes to no stranger whom an address lists: %s",
    async (to) => {
      const sink = await serve();
      await sendMail(server(sink.port, "none"), { ...letter, to }, allow);
      expect(sink.received.flatMap((mail) => mail.to).filter((address) => /^[ab]@/.test(address))).toEqual([]);
    },
  );

  test.each([
    ["starttls", undefined],
    ["tls", true],
  ] as const)("is sent by %s, with a login", async (security, immediate) => {
    const sink = await serve({ tls: { ...certificate, immediate }, login: ["box", "hunter2"] });
    expect(await sendTrusting(server(sink.port, security, "box", "hunter2"), letter, allow)).toBeNull();
    expect(sink.received).toMatchObject([{ to: ["ada@example.com"], user: "box", secure: true }]);
  });

  test("is not sent to a server with an untrusted certificate, nor in plaintext if TLS is required", async () => {
    const strange = await serve({ tls: certificate });
    expect(await sendMail(server(strange.port, "starttls"), letter, allow)).toMatchObject({ reason: "unreachable" });
    const plain = await serve();
    expect(await sendMail(server(plain.port, "starttls"), letter, allow)).not.toBeNull();
    expect(await sendMail(server(plain.port, "tls"), letter, allow)).toMatchObject({ reason: "unreachable" });
    expect([strange.received, plain.received]).toEqual([[], []]);
  });

  test("reports a rejected login without the password", async () => {
    const sink = await serve({ login: ["box", "right"] });
    const failure = await sendMail(server(sink.port, "none", "box", "hunter2"), letter, allow);
    expect(failure).toEqual({ reason: "login_refused", detail: "SMTP 535" });
  });

  test("times out if the server doesn't respond", async () => {
    const silence = await serveSilence();
    const failure = await sendMail(server(silence.port, "none"), letter, allow, 500);
    expect(failure).toEqual({ reason: "timed_out" });
    await silence.stop();
  });
});
