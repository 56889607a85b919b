import { expect } from "vitest";
import type { RouteCase } from "../support/conform";
import { listOf } from "../support/shape";
import type { Place } from "../support/site";
import { idOf, keyOf, look, passwordOf } from "./fixtures";
import { Key, KeyFacts, NewKey, Refs } from "./shapes";

const KEYS = "/project/{projectId}/keys";
const KEY = `${KEYS}/{keyId}`;
const body = { name: "k", type: "login_password", login_password: { login: "u", password: "p" } };
const fresh = async (place: Place) => ({ keyId: await place.make("keys", body) });
const bad = (place: Place) =>
  [
    [{ name: "" }, "name can not be empty"],
    [{ name: "  " }, "name can not be empty"],
    [{ type: "magic" }, "type: Type is required"],
    [{ project_id: place.elsewhere?.projectId }, "Project ID in body and URL must be the same"],
  ] as const;

const list = async (place: Place) => look<{ id: number; empty?: true }[]>(place, place.path("keys"));

export const keys: RouteCase[] = [
  {
    route: `GET ${KEYS}`,
    access: "member",
    status: 200,
    reply: listOf(Key),
    after: async (place) => {
      const [none, password] = [await keyOf(place), await passwordOf(place)];
      const found = Object.fromEntries((await list(place)).map(({ id, empty }) => [id, empty]));
      expect([found[none], found[password]]).toEqual([true, undefined]);
    },
  },
  {
    route: `POST ${KEYS}`,
    access: "manageResources",
    body: () => body,
    status: 201,
    reply: Key,
    own: NewKey,
    differs: [
      {
        request: "`type` is `string`",
        peer: "204; the text is stored",
        ours: "201; stored as `login_password` without a login, warning `type_mapped`",
        why: "that is how vaults, integrations and git use it",
        send: () => ({ type: "string", string: "s3cret" }),
        reply: { type: "login_password", warnings: ["type_mapped"] },
      },
      {
        request: "`type` is `string` and `string` is empty",
        peer: "204",
        ours: "201; stored as `none`, warning `type_mapped`",
        why: "there is no secret to keep",
        send: () => ({ type: "string" }),
        reply: { type: "none", warnings: ["type_mapped"] },
      },
    ],
    event: (_, reply) => ["key", idOf(reply), "Access Key k created"],
    bad: (place) => [
      ...bad(place),
      [{ type: "ssh" }, "private key can not be empty"],
      [{ type: "ssh", ssh: { login: "u", passphrase: "", private_key: " " } }, "private key can not be empty"],
      [{ login_password: { login: "u", password: "" } }, "password can not be empty"],
      [{ type: "ssh", ssh: { private_key: "k" } }, "ssh.private_key: Not a private key that SSH can read"],
    ],
  },
  { route: `GET ${KEYS}/facts`, access: "member", target: fresh, status: 200, reply: listOf(KeyFacts) },
  { route: `GET ${KEY}`, access: "member", target: fresh, status: 200, reply: Key },
  { route: `GET ${KEY}/refs`, access: "member", target: fresh, status: 200, reply: Refs },
  {
    route: `PUT ${KEY}`,
    access: "manageResources",
    target: fresh,
    body: ({ projectId }, { keyId }) => ({ ...body, id: keyId, project_id: projectId, name: "renamed" }),
    status: 204,
    differs: [
      {
        request: "`type` is `string`, with `override_secret`",
        peer: "204; the text is stored",
        ours: "204; stored as `login_password`, warning `type_mapped` in the header `X-Signalbox-Warnings`",
        why: "as for a new key",
        send: () => ({ type: "string", string: "s3cret", override_secret: true }),
        warns: "type_mapped",
      },
    ],
    event: ({ keyId }) => ["key", Number(keyId), "Access Key renamed updated"],
    after: async (place, { keyId }) =>
      expect(await look(place, place.path(`keys/${keyId}`))).toMatchObject({ name: "renamed", type: body.type }),
    bad: (place) => [
      ...bad(place),
      [{ id: 1 }, "ID in body and URL must be the same"],
      [{ override_secret: true, login_password: { login: "u", password: "" } }, "password can not be empty"],
      [{ override_secret: true, type: "ssh" }, "private key can not be empty"],
    ],
  },
  {
    route: `DELETE ${KEY}`,
    access: "manageResources",
    target: fresh,
    status: 204,
    event: ({ keyId }) => ["key", Number(keyId), "Access Key k deleted"],
    after: async (place, { keyId }) => expect((await list(place)).map(({ id }) => id)).not.toContain(keyId),
  },
];
