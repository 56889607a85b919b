import { mkdir, symlink } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";

/**
 * On local connections Ansible writes the results of asynchronous steps below $HOME, which is the attempt's own, and
 * looks for them in the home of the account: one folder for both. Without it, such steps fail.
 */
export async function linkAsyncFolder(home: string): Promise<void> {
  const folder = join(userInfo().homedir, ".ansible_async");
  await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
  await symlink(folder, join(home, ".ansible_async")).catch(() => undefined);
}
