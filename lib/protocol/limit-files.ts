/** A single file, without a character at which Ansible splits a limit. */
const FILE = /^@([^\s:[\]@\p{Cc}]+)$/u;
/**
 * An @ that Ansible would read as the start of a pattern: it splits at commas, otherwise at white space, colons and
 * brackets.
 */
const BEGINS = /(?:^|[\s:[\]\p{Cc}])@/u;

/**
 * The files from which an Ansible limit takes hosts: `@file` among its comma-separated patterns. Null if Ansible could
 * read some @ as a different path.
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
