import type { ProbeProblem } from "@/lib/protocol/probe";

/** `%` in the text is replaced by the host key's fingerprint. */
export type KnownFailure = {
  sign: Pick<RegExp, "test">;
  text: string;
  reason?: "no_space" | "host_key_changed";
  code?: ProbeProblem;
};

export const DISK_FULL: KnownFailure = {
  sign: /No space left on device|Disk quota exceeded/,
  text: "the runner's disk is full",
  reason: "no_space",
};

/** What a command says when the server ends a connection, or doesn't answer as a git server does. */
const BROKEN_OFF =
  /RPC failed|early EOF|hung up unexpectedly|unexpected disconnect|bytes of body are still expected|Connection (?:reset|closed)|Empty reply from server/;
const SERVER = new RegExp(
  `unable to access 'https?:|Could not read from remote repository|remote error: |${BROKEN_OFF.source}`,
);
/** What follows from that in the command itself. */
const CONSEQUENCE =
  /^fatal: (?:protocol error: |expected |error reading section header|(?:index-pack|unpack-objects) failed|fetch-pack: invalid index-pack output)/;

/** Whether the server, or the network, explains all that git complains about: what is left may be the copy's fault. */
export function blamesServer(complaints: string): boolean {
  const lines = ownLines(complaints);
  const isExplained = (line: string) => SERVER.test(line) || CONSEQUENCE.test(line);
  return lines.some((line) => SERVER.test(line)) && lines.filter((line) => COMPLAINT.test(line)).every(isExplained);
}

const COMPLAINT = /^(?:error|fatal): /;

/** Without what the server says. */
export const ownLines = (complaints: string): string[] =>
  complaints.split("\n").filter((line) => !line.startsWith("remote:"));

/** Only for commands that talk to a server: elsewhere, the same words may be the name of a file. */
export const REMOTE_FAILURES: KnownFailure[] = [
  {
    sign: /REMOTE HOST IDENTIFICATION HAS CHANGED/,
    text: "the git server's host key is not the one this project knows, but %; if the change is legitimate, remove the old key under Repositories",
    reason: "host_key_changed",
    code: "host_key_changed",
  },
  {
    sign: /Host key verification failed/,
    text: "the git server's host key could not be verified",
    code: "host_key_unverified",
  },
  {
    sign: /Permission denied \(|Authentication failed|could not read (Username|Password)/,
    text: "the git server refused the key of the repository",
    code: "access_refused",
  },
  {
    sign: /couldn't find remote ref|Remote branch .* not found/,
    text: "the repository has no such branch",
    code: "branch_missing",
  },
  { sign: /transport '.*' not allowed/, text: "the repository refers to an address that may not be fetched" },
  {
    sign: /Could not resolve host|Could not resolve hostname/,
    text: "the git server's name could not be resolved",
    code: "unreachable",
  },
  {
    sign: /certificate problem|certificate verification failed|SSL certificate/,
    text: "the git server's certificate is not trusted here (SIGNALBOX_RUNNER_CA_FILE names further ones)",
    code: "certificate",
  },
  {
    sign: /Connection refused|Failed to connect|unable to connect|timed out|No route to host|unreachable|too slow/i,
    text: "the git server could not be reached",
    code: "unreachable",
  },
  {
    sign: /does not appear to be a git repository|repository '.*' not found|does not exist/,
    text: "there is no git repository at this address",
    code: "repository_missing",
  },
  {
    sign: /The requested URL returned error: \d/,
    text: "the git server answered with an HTTP error",
  },
  {
    sign: { test: (complaints) => BROKEN_OFF.test(complaints) && blamesServer(complaints) },
    text: "the connection to the git server broke off",
  },
];
