import { VERSION } from "@/lib/settings/version";

const TEXT = `Usage: signalbox <command>

On the server:
  start       the whole product: database, web, local runner (what npm start runs)
  runner      a runner for a Signalbox elsewhere; needs SIGNALBOX_URL and a token
              (runner register: only registers it; runner unregister: takes it off the console)
  migrate     bring the database of DATABASE_URL up to this version
  user        list, add and delete accounts and set passwords, also when nobody can sign in
  rekey       seal all stored secrets with the first of the encryption keys

Anywhere, over the REST API:
  login       sign in and keep a token
  logout      end that token and forget it
  projects    list your projects
  templates   list the templates of a project
  tasks       list tasks
  run         start a task; --follow prints its log and ends as it does
  logs        print the log of a task
  stop        stop a task
  confirm     let a task go on that waits for confirmation
  runner drain, runner resume
              let a runner finish its tasks and take no new ones; let it take tasks again
  import      make projects of backups, or of a whole Semaphore; --dry-run only says what it would do

  version     print the version
  help        print this; signalbox <command> --help says more

Settings are environment variables: see docs/configuration.md and docs/cli.md.
`;

/** `signalbox help` */
export async function help(): Promise<number> {
  process.stdout.write(TEXT);
  return 0;
}

/** `signalbox version` */
export async function version(): Promise<number> {
  process.stdout.write(`signalbox ${VERSION}\n`);
  return 0;
}
