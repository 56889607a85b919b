const TEXT = `Usage: signalbox <command>

  start     the whole product: database, web, local runner (what npm start runs)
  runner    a runner for a Signalbox elsewhere; needs SIGNALBOX_URL and a token
            (runner register: only registers it; runner unregister: takes it off the console)
  migrate   bring the database of DATABASE_URL up to this version
  version   print the version
  help      print this

Settings are environment variables: see docs/configuration.md.
`;

/** `signalbox help` */
export async function help(): Promise<number> {
  process.stdout.write(TEXT);
  return 0;
}
