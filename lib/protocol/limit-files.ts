/**
 * The files from which an Ansible limit takes hosts: `@file` among its comma-separated patterns. Null when an @ stands where
 * Ansible might read a path that is not this one.
 */
export function limitFiles(limit: string): string[] | null {
  const patterns = limit.split(",").map((pattern) => pattern.trim());
  const files = patterns.filter((pattern) => /(^|:)\s*@/.test(pattern));
  return files.every((file) => /^@[^:]+$/.test(file)) ? files.map((file) => file.slice(1)) : null;
}
