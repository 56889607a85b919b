/** One file and nothing that Ansible splits a limit at. */
const FILE = /^@([^\s:[\]@\p{Cc}]+)$/u;
/** An @ with which Ansible would begin a pattern: it splits at commas, else at white space, colons and brackets. */
const BEGINS = /(?:^|[\s:[\]\p{Cc}])@/u;

/**
 * The files from which an Ansible limit takes hosts: `@file` among its comma-separated patterns. Null when an @ stands where
 * Ansible might read a path that is not this one.
 */
export function limitFiles(limit: string): string[] | null {
  const files: string[] = [];
  for (const pattern of limit.split(",").map((text) => text.trim())) {
    const file = FILE.exec(pattern)?.[1];
    if (file !== undefined) files.push(file);
    else if (BEGINS.test(pattern)) return null;
  }
  return files;
}
