import { describe, expect, it } from "vitest";
import { countHosts } from "@/lib/inventory/hosts";

const INI = `# a comment
localhost ansible_connection=local
[web]
web1.example.com
web2.example.com:2222 ansible_user=joe
web1.example.com

[web:vars]
ansible_port=22
[all:children]
web
[database] ; the old ones
db-[a:c]
[2001:db8::1]:22
`;

const YAML = `all:
  hosts:
    localhost:
  children:
    web:
      hosts:
        web[01:03]:
        localhost:
      vars: { hosts: 5 }
other:
  hosts: { db1: }
`;

/** Ninety times the same twenty thousand hosts. */
const REPEATED = `a: &a
  hosts: { ${Array.from({ length: 20_000 }, (_, n) => `h${n}: `).join()} }
b:
  children:
${Array.from({ length: 90 }, (_, n) => `    c${n}: *a`).join("\n")}
`;

/** On a busy machine; a square of the length would take minutes. */
const AT_ONCE_MS = 5_000;

describe("countHosts", () => {
  it.each([
    ["static", INI, 7],
    ["static", "", 0],
    ["static", "a[1:5:2]b[0:1]", 6],
    ["static", "web[08:10]\nweb08\nweb8", 4],
    ["static", "db-[a:e:2]-[1:2]:22\ndb-c-2", 6],
    ["static", "web[5:1]\nweb[0:100000000][1:0]\ndb", 1],
    ["static-yaml", YAML, 5],
    ["static-yaml", "", 0],
    ["static-yaml", "- a list", 0],
    ["static-yaml", "all: { hosts: { a: , b: , a: } }", 2],
    ["static-yaml", "all: &all { hosts: { a: , b: }, children: { again: *all, other: *all } }", 2],
    ["static-yaml", REPEATED, 20_000],
  ])("counts each host of %s once", (type, text, hosts) => {
    expect(countHosts(type, text)).toBe(hosts);
  });

  it.each([
    ["file", "inventories/hosts"],
    ["terraform-workspace", "default"],
    ["static-yaml", "all: ["],
    ["static-yaml", `all: ${" ".repeat(300_000)}`],
    ["static", "web[1:999999999]"],
    ["static", "a[1:99999]b[1:99999]c[1:99999]"],
    ["static", `web[0:${"9".repeat(400)}]`],
    ["static", `${"a".repeat(900_000)}[1:99999]`],
  ])("does not guess at %s %.20s", (type, text) => {
    const began = performance.now();
    expect(countHosts(type, text)).toBeNull();
    expect(performance.now() - began).toBeLessThan(AT_ONCE_MS);
  });

  it.each([
    ["brackets without a port", `a${"[]".repeat(500_000)}`],
    ["brackets that do not end", "[".repeat(1_000_000)],
    ["ranges of one host each", "[1:1]".repeat(200_000)],
    ["ranges that do not end", "[1:1".repeat(250_000)],
    ["a number that does not end", `[${"1".repeat(999_000)}`],
    ["colons", ":1".repeat(500_000)],
  ])("reads a line of %s at once", (_what, text) => {
    const began = performance.now();
    expect(countHosts("static", text)).toBe(1);
    expect(performance.now() - began).toBeLessThan(AT_ONCE_MS);
  });
});
