import { VERSION } from "@/lib/settings/version";
import { command } from "./terminal/command";
import { printLine } from "./terminal/print";

const TEXT = `Usage: signalbox <command>

On the server:
  start       start everything: database, web, local runner (what npm start runs)
  runner      start a runner for a Signalbox on another machine; needs SIGNALBOX_URL and a token
              (runner register only registers it; runner unregister removes it)
  migrate     migrate the database in DATABASE_URL to this version
  user        list, add and delete accounts and set passwords, without signing in
  rekey       re-encrypt all stored secrets with the first encryption key

Anywhere, over the REST API:
  login       sign in and store a token
  logout      revoke and delete that token
  projects    list your projects
  templates   list the templates of a project
  template    export a template as YAML, or apply such a file
  tasks       list tasks
  run         start a task; --follow prints its log and exits with its result
  logs        print the log of a task
  rerun       start a task again on the hosts that failed, or for its failed tests
  stop        stop a task
  confirm     confirm the plan of a task
  approve     approve what the run of a workflow waits for
  reject      reject what the run of a workflow waits for
  skip        leave out a node of a workflow's run
  done        take a node of a workflow's run for done
  resume      take up a finished run of a workflow again
  artifacts   list or save the files that a task left
  compare     show how a task differs from the last success, or from another task
  outputs     list the values that a task gives to what follows it
  state       list states, pull, push, unlock and roll them back, and list their versions
  drift       show what drift checks found
  runner drain, runner resume
              let a runner finish its tasks and take no new ones, or take tasks again
  backup      save a project as a file, with its states on request
  import      create projects from backups or from a Semaphore server; --dry-run only reports
              (import awx, import rundeck, import crontab: from their exports)

  version     print the version
  help        print this help; see also signalbox <command> --help

Settings are environment variables: see docs/configuration.md and docs/cli.md.
`;

/** `signalbox help` */
export async function help(): Promise<number> {
  process.stdout.write(TEXT);
  return 0;
}

/** `signalbox version` */
export const version = command({
  usage: "version",
  takes: [0, 0],
  help: "Prints the version.\n",
  options: {},
  run: async () => printLine(`signalbox ${VERSION}`),
});
