import { createServer, type IncomingMessage } from "node:http";
import { afterAll, describe, expect, test } from "vitest";
import { AddressRefused, checkedAddresses } from "@/lib/outbound/address";
import { post } from "@/lib/outbound/post";
import { listen } from "../support/listen";

describe("outgoing addresses", () => {
  test.each([
    ["127.0.0.1"],
    ["127.9.9.9"],
    ["2130706433"],
    ["0x7f000001"],
    ["0177.0.0.1"],
    ["0.0.0.0"],
    ["10.1.2.3"],
    ["100.64.0.1"],
    ["100.100.100.200"],
    ["168.63.129.16"],
    ["169.254.169.254"],
    ["172.31.255.255"],
    ["192.168.1.1"],
    ["224.0.0.1"],
    ["255.255.255.255"],
    ["::"],
    ["::1"],
    ["[::1]"],
    ["::ffff:127.0.0.1"],
    ["::ffff:a9fe:a9fe"],
    ["::127.0.0.1"],
    ["64:ff9b::a00:1"],
    ["2002:7f00:1::"],
    ["fc00::1"],
    ["fd00:ec2::254"],
    ["fe80::1"],
    ["ff02::1"],
    ["localhost"],
  ])("%s is rejected", async (host) => {
    await expect(checkedAddresses(host, [])).rejects.toThrow(AddressRefused);
  });

  test.each([["1.1.1.1"], ["172.32.0.1"], ["100.128.0.1"], ["2606:4700:4700::1111"], ["::ffff:1.1.1.1"]])(
    "%s is accepted",
    async (host) => {
      await expect(checkedAddresses(host, [])).resolves.toHaveLength(1);
    },
  );

  test.each([
    ["10.1.2.3", "10.1.2.0/24"],
    ["10.1.2.3", "10.1.2.3"],
    ["[fd00::1]", "fd00::/8"],
    ["::ffff:10.1.2.3", "10.0.0.0/8"],
    ["LOCALHOST", "localhost"],
  ])("%s is accepted if %s is allowed", async (host, allowed) => {
    await expect(checkedAddresses(host, [allowed])).resolves.not.toEqual([]);
  });

  test("an allowed network doesn't include others", async () => {
    await expect(checkedAddresses("10.1.3.3", ["10.1.2.0/24", "mail.internal"])).rejects.toThrow(AddressRefused);
  });
});

describe("post", async () => {
  const asked: { request: IncomingMessage; body: string }[] = [];
  const server = createServer((request, response) => {
    if (request.url === "/silence") return;
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      asked.push({ request, body: Buffer.concat(parts).toString() });
      if (request.url === "/elsewhere") response.writeHead(302, { location: "/" });
      response.end(request.url === "/flood" ? "x".repeat(1_000_000) : "fine");
    });
  });
  const { port, stop } = await listen(server);
  const url = `http://localhost:${port}`;
  afterAll(stop);

  const limits = { allow: ["127.0.0.0/8", "::1"], timeoutMs: 10_000 };

  test("sends body, headers and the host's own name", async () => {
    const answer = await post({ url: `${url}/in?a=b`, headers: { "x-one": "1" }, body: '{"a":"ä"}' }, limits);
    expect(answer).toMatchObject({ status: 200, body: "fine" });
    const { request, body } = asked.at(-1) ?? {};
    expect(body).toBe('{"a":"ä"}');
    expect(request?.headers).toMatchObject({ "x-one": "1", "content-type": "application/json", host: url.slice(7) });
    expect(request?.url).toBe("/in?a=b");
  });

  test("follows no redirect, and limits the size of a response", async () => {
    const before = asked.length;
    expect(await post({ url: `${url}/elsewhere`, body: "" }, limits)).toMatchObject({ status: 302 });
    expect(asked.length).toBe(before + 1);
    expect((await post({ url: `${url}/flood`, body: "" }, limits)).body).toHaveLength(65_536);
  });

  test("times out without a response", async () => {
    const failure = post({ url: `${url}/silence`, body: "" }, { ...limits, timeoutMs: 200 });
    await expect(failure).rejects.toMatchObject({ name: "TimeoutError" });
  });

  test("doesn't connect to a rejected address", async () => {
    const before = asked.length;
    await expect(post({ url, body: "" }, { ...limits, allow: [] })).rejects.toThrow(AddressRefused);
    expect(asked.length).toBe(before);
  });
});
