/** How a line begins that reports an error: as git, Ansible, Terraform, Python, shells and most programs write it. */
const BEGINNINGS = [
  String.raw`\[?(fatal|error|panic|critical|exception)\]?[:!]`,
  String.raw`failed(: \[| \()`,
  String.raw`traceback \(most recent`,
  "[a-z_.]*(error|exception): ",
  String.raw`[^ ]+: line \d+: `,
];

/** A line that reports an error: a regular expression, whatever the case, that means the same here and in Postgres. */
export const ERROR_LINE = String.raw`^[ \t│╷|]*(${BEGINNINGS.join("|")})`;
