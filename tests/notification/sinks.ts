import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { type Listening, listen } from "../support/listen";

export type Received = { path: string; headers: IncomingHttpHeaders; text: string; body: Record<string, unknown> };

/** An HTTP server that records requests; `mode` is its status, or silence. */
export class HttpSink {
  readonly received: Received[] = [];
  mode: number | "silent" = 200;
  answer = "ok";
  answerHeaders: Record<string, string> = {};
  private listening: Listening | null = null;
  private port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  static async start(): Promise<HttpSink> {
    const sink = new HttpSink();
    await sink.comeBack();
    return sink;
  }

  /** Listens again at the same address. */
  async comeBack(): Promise<void> {
    const server = createServer(async (request, response) => {
      const received = await text(request);
      const { url: path = "", headers } = request;
      this.received.push({ path, headers, text: received, body: JSON.parse(received) });
      if (this.mode !== "silent") response.writeHead(this.mode, this.answerHeaders).end(this.answer);
    });
    this.listening = await listen(server, this.port);
    this.port = this.listening.port;
  }

  /** Refuses connections and cuts open ones. */
  async goAway(): Promise<void> {
    await this.listening?.stop();
  }

  reset(): void {
    this.received.length = 0;
    this.mode = 200;
    this.answer = "ok";
    this.answerHeaders = {};
  }
}

export type ReceivedMail = { to: string[]; from: string; raw: string; user: string | undefined; secure: boolean };

type MailOptions = { tls?: { key: string; cert: string; immediate?: boolean }; login?: [string, string] };

/** An SMTP server that records mails; rejects the recipients in `unknown`. */
export class MailSink {
  readonly received: ReceivedMail[] = [];
  readonly unknown = new Set<string>();
  port = 0;
  private server: SMTPServer | null = null;

  private constructor(private readonly options: MailOptions) {}

  static async start(options: MailOptions = {}): Promise<MailSink> {
    const sink = new MailSink(options);
    await sink.comeBack();
    return sink;
  }

  /** What makes Signalbox send its mails here. */
  settings(): Record<string, string> {
    return {
      SIGNALBOX_EMAIL_HOST: "127.0.0.1",
      SIGNALBOX_EMAIL_PORT: String(this.port),
      SIGNALBOX_EMAIL_SECURITY: "none",
      SIGNALBOX_EMAIL_SENDER: "Signalbox <box@example.com>",
    };
  }

  async comeBack(): Promise<void> {
    const { tls, login } = this.options;
    const server = new SMTPServer({
      key: tls?.key,
      cert: tls?.cert,
      secure: tls?.immediate,
      authOptional: !login,
      disabledCommands: tls ? [] : ["STARTTLS"],
      allowInsecureAuth: !tls,
      logger: false,
      onAuth: ({ username, password }, _session, done) =>
        login && username === login[0] && password === login[1]
          ? done(null, { user: username })
          : done(new Error("no such user, said the server about hunter2")),
      onRcptTo: ({ address }, _session, done) =>
        this.unknown.has(address) ? done(Object.assign(new Error("unknown"), { responseCode: 550 })) : done(),
      onData: async (stream, session, done) => {
        const raw = await text(stream);
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom ? mailFrom.address : "";
        const user = session.user ? String(session.user) : undefined;
        const to = rcptTo.map(({ address }) => address);
        this.received.push({ to, from, raw, user, secure: Boolean(session.secure) });
        done();
      },
    });
    // A client that disconnects early is not an error of the sink.
    server.on("error", () => undefined);
    this.port = (await listen(server.server, this.port)).port;
    this.server = server;
  }

  goAway(): Promise<void> {
    const { server } = this;
    return new Promise((resolve) => (server ? server.close(() => resolve()) : resolve()));
  }
}
