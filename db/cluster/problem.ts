/** A database that cannot start. The message is one line for the operator, printed without a stack. */
export class DatabaseProblem extends Error {
  override name = "DatabaseProblem";
}

const KNOWN: readonly [RegExp, string][] = [
  [
    /No space left on device|Disk quota exceeded|Check free disk space/,
    "The disk is full: free some space and start again",
  ],
  [/Read-only file system/, "The disk is read-only"],
  [/Cannot allocate memory|could not create shared memory/, "There is not enough memory"],
  [/pre-existing shared memory block|lock file .* already exists/, "Another Postgres still uses the database folder"],
  [
    /initialized by PostgreSQL version|database files are incompatible/,
    "The database folder is of another Postgres version",
  ],
  [
    /not a valid data directory|could not open file "(global|base)\/|could not locate a valid checkpoint/,
    "The database folder is damaged",
  ],
  [/could not look up effective user ID/, "This user has no entry in /etc/passwd, which Postgres needs"],
  [/Permission denied|invalid permissions|has wrong ownership/, "Postgres has no access to the database folder"],
];

/** Condenses the output of initdb or postgres into one line; its last own words follow the dash. */
export function explain(output: string, folder: string): DatabaseProblem {
  const lines = output.split("\n").map(withoutPrefix).filter(Boolean);
  const failures = lines.filter((line) => /^(FATAL|PANIC|DETAIL):|error:/.test(line));
  const known = KNOWN.find(([pattern]) => pattern.test(output));
  const words = failures.slice(-2).join(" ") || lines.at(-1) || "no output";
  return new DatabaseProblem(`${known?.[1] ?? "Postgres did not start"} (${folder}) - ${words}`);
}

/** Strips the time and pid before a message, and any initdb progress text in front of it. */
const withoutPrefix = (line: string): string => line.replace(/^.*?[-0-9]{10} [:.0-9]+ \w+ \[\d+\] /, "").trim();
