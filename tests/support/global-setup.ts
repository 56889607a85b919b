import { randomBytes } from "node:crypto";
import type postgres from "postgres";
import type { TestProject } from "vitest/node";
import { connect } from "@/db/connect";
import { startScratch } from "@/db/embedded";
import { migrate } from "@/db/migrate";

declare module "vitest" {
  export interface ProvidedContext {
    /** A server with a migrated template database; `url` ends before the database's name. */
    postgres: { url: string; options: string; template: string };
  }
}

/** One server for the whole run: a temporary one, or that of TEST_DATABASE_URL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.env.SIGNALBOX_ENCRYPTION_KEYS = `test:${randomBytes(32).toString("base64")}`;
  process.env.SIGNALBOX_LOG_LEVEL ??= "silent";
  const server = await startServer();
  const template = `signalbox_test_${process.pid}_${Date.now()}`;
  const admin = connect(`${server.url}postgres${server.options}`, { max: 1, onnotice: () => {} });
  await admin`create database ${admin(template)}`;
  await migrate(`${server.url}${template}${server.options}`);
  project.provide("postgres", { url: server.url, options: server.options, template });
  return async () => {
    if (!server.disposable) await dropAll(admin, template);
    await admin.end({ timeout: 1 });
    await server.stop();
  };
}

type Server = { url: string; options: string; disposable: boolean; stop: () => Promise<void> };

async function startServer(): Promise<Server> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    return { ...partsOf(given), disposable: false, stop: async () => {} };
  }
  const scratch = await startScratch();
  return {
    ...partsOf(scratch.url),
    disposable: true,
    stop: () => scratch.stop({ force: true }),
  };
}

/** The parts before and after the database's name. */
function partsOf(address: string): { url: string; options: string } {
  const [, url = "", options = ""] = /^([^?]*\/)[^/?]*(\?.*)?$/.exec(address) ?? [];
  return { url, options };
}

/** Drops the template and all copies, whose names begin with its name. */
async function dropAll(admin: postgres.Sql, template: string): Promise<void> {
  const rows = await admin<{ name: string }[]>`
    select datname as name from pg_database where starts_with(datname, ${template})`;
  for (const { name } of rows) await admin`drop database ${admin(name)} with (force)`;
}
