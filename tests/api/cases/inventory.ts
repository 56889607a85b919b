import { expect } from "vitest";
import type { Bad, Ids, RouteCase } from "../support/conform";
import { listOf } from "../support/shape";
import type { Place } from "../support/site";
import { idOf, keyOf, look, newInventory, repositoryOf, templateOf } from "./fixtures";
import { Inventory, InventoryFacts, NewInventory, Refs } from "./shapes";

const INVENTORIES = "/project/{projectId}/inventory";
const INVENTORY = `${INVENTORIES}/{inventoryId}`;
const fresh = async (place: Place) => ({ inventoryId: await newInventory(place) });
const body = async (place: Place, ids: Ids) => ({
  id: ids.inventoryId,
  name: "i",
  project_id: place.projectId,
  inventory: "hosts/dev",
  ssh_key_id: await keyOf(place),
  become_key_id: null,
  type: "file",
  holder_id: null,
  repository_id: await repositoryOf(place),
});
const PATH = "Invalid inventory file pathname. Must be: path/to/inventory.";
const bad = async ({ elsewhere }: Place): Promise<Bad[]> => {
  const foreign = elsewhere && {
    ssh_key_id: await keyOf(elsewhere),
    become_key_id: await keyOf(elsewhere),
    holder_id: await templateOf(elsewhere),
    repository_id: await repositoryOf(elsewhere),
  };
  return [
    [{ name: "" }, "name: Name is required"],
    [{ inventory: "../hosts" }, PATH],
    [{ inventory: "/etc/hosts" }, PATH],
    [{ type: "terraform-workspace", inventory: "-x" }, "inventory: Letters, digits, _, . and - only, at most 90"],
    ...Object.entries(foreign ?? {}).map(
      ([field, id]): Bad => [{ [field]: id }, `${field}: Not found in this project`, 404],
    ),
  ];
};

export const inventory: RouteCase[] = [
  { route: `GET ${INVENTORIES}`, access: "member", target: fresh, status: 200, reply: listOf(Inventory) },
  {
    route: `POST ${INVENTORIES}`,
    access: "manageResources",
    body,
    status: 201,
    reply: Inventory,
    own: NewInventory,
    differs: [
      {
        request: "`type` is `terragrunt-workspace`, as in later releases",
        peer: "201",
        ours: "201; stored as `terraform-workspace`, warning `type_mapped`",
        why: "it is the workspace of the Terraform that Terragrunt runs",
        send: () => ({ type: "terragrunt-workspace", inventory: "prod" }),
        reply: { type: "terraform-workspace", inventory: "prod", warnings: ["type_mapped"] },
      },
      {
        request: "`type` is `tofu-workspace`",
        peer: "400 in the release of October 2024, 201 later",
        ours: "201",
        why: "later releases accept it",
        send: () => ({ type: "tofu-workspace", inventory: "prod" }),
        reply: { type: "tofu-workspace" },
      },
    ],
    event: (_, reply) => ["inventory", idOf(reply), "Inventory i created"],
    bad: async (place) => [
      ...(await bad(place)),
      [{ type: "dynamic" }, "Not supported inventory type"],
      [{ project_id: place.elsewhere?.projectId }, "Project ID in body and URL must be the same"],
    ],
  },
  {
    route: `GET ${INVENTORY}`,
    access: "member",
    target: fresh,
    status: 200,
    reply: Inventory,
    after: async ({ site }, _, { body: ours }) => {
      const path = `/project/${(ours as { project_id: number }).project_id}/inventory/${(ours as { id: number }).id}`;
      expect(ours).toMatchObject({ inventory: "localhost" });
      for (const as of ["task_runner", "guest"] as const)
        expect((await site.call(as, "GET", path)).body).toEqual({ ...(ours as object), inventory: "" });
    },
  },
  { route: `GET ${INVENTORIES}/facts`, access: "member", target: fresh, status: 200, reply: listOf(InventoryFacts) },
  { route: `GET ${INVENTORY}/refs`, access: "member", target: fresh, status: 200, reply: Refs },
  {
    route: `PUT ${INVENTORY}`,
    access: "manageResources",
    target: fresh,
    body,
    status: 204,
    differs: [
      {
        request: "`type` is `terragrunt-workspace`, as in later releases",
        peer: "204",
        ours: "204; stored as for a new one, warning `type_mapped` in the header `X-Signalbox-Warnings`",
        why: "as for a new one",
        send: () => ({ type: "terragrunt-workspace", inventory: "prod" }),
        warns: "type_mapped",
      },
    ],
    event: ({ inventoryId }) => ["inventory", Number(inventoryId), "Inventory i updated"],
    after: async (place, ids) =>
      expect(await look(place, place.path(`inventory/${ids.inventoryId}`))).toEqual(await body(place, ids)),
    bad: async (place) => [
      ...(await bad(place)),
      [{ type: "dynamic" }, "unknown inventory type: dynamic"],
      [{ id: 1 }, "Inventory ID in body and URL must be the same"],
      [{ project_id: place.elsewhere?.projectId }, "project ID in body and URL must be the same"],
    ],
  },
  {
    route: `DELETE ${INVENTORY}`,
    access: "manageResources",
    target: fresh,
    status: 204,
    event: ({ inventoryId }) => ["inventory", Number(inventoryId), "Inventory hosts deleted"],
  },
];
