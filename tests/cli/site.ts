import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { users } from "@/db/schema/users";
import { insertRepository } from "@/lib/repository/store";
import { hashPassword } from "@/lib/secret/password";
import { insertToken } from "@/lib/session/tokens";
import { createTemplate } from "@/lib/template/operations";
import { Product } from "../chaos/product";
import { resources } from "../support/resources";
import type { Person, World } from "../support/world";
import { endCommands } from "./cli-process";

export const PASSWORD = "correct horse battery";

/** A running server and runner, with accounts that can sign in, and templates that are shell scripts. */
export class CliSite extends Product {
  readonly home = mkdtempSync(join(tmpdir(), "signalbox-cli-home-"));

  constructor(private readonly world: World) {
    super(world);
  }

  override async stop(): Promise<void> {
    endCommands();
    await super.stop();
    rmSync(this.home, { recursive: true, force: true });
  }

  async setPassword(person: Person): Promise<void> {
    const password_hash = await hashPassword(PASSWORD);
    await this.world.db.update(users).set({ password_hash }).where(eq(users.id, this.world.userIds[person]));
  }

  /** The environment of a user with an API token, as in CI. */
  async as(person: Person): Promise<Record<string, string>> {
    const { id } = await insertToken(this.world.db, this.world.userIds[person]);
    return { SIGNALBOX_URL: this.url, SIGNALBOX_TOKEN: id, XDG_CONFIG_HOME: join(this.home, person) };
  }

  /** Creates a template that runs the script; returns its id. */
  async template(name: string, script: string, more: object = {}): Promise<number> {
    const { projectId, call, db } = this.world;
    const { keyId, environmentId } = await resources(db, projectId);
    const folder = mkdtempSync(join(this.home, "repository-"));
    writeFileSync(join(folder, "run.sh"), script);
    const repository = await insertRepository(db, projectId, {
      name,
      git_url: folder,
      git_branch: "",
      ssh_key_id: keyId,
    });
    const input = {
      name,
      app: "bash",
      playbook: "run.sh",
      repository_id: repository.id,
      environment_id: environmentId,
      ...more,
    };
    return (await call(createTemplate, "owner", { projectId }, input)).id;
  }
}
