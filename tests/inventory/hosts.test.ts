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

describe("countHosts", () => {
  it.each([
    ["static", INI, 7],
    ["static", "", 0],
    ["static", "a[1:5:2]b[0:1]", 6],
    ["static", "web[08:10]\nweb08\nweb8", 4],
    ["static-yaml", YAML, 5],
    ["static-yaml", "", 0],
    ["static-yaml", "- a list", 0],
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
  ])("does not guess at %s %.20s", (type, text) => {
    const began = performance.now();
    expect(countHosts(type, text)).toBeNull();
    expect(performance.now() - began).toBeLessThan(1000);
  });
});
