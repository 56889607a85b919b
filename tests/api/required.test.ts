import { beforeAll, describe, expect, it } from "vitest";
import { FAMILIES } from "./cases/families";
import { callerOf, methodOf, type RouteCase, targetOf } from "./support/conform";
import { type Place, Site } from "./support/site";

const site = await Site.open();
let place: Place;
beforeAll(async () => {
  place = await site.newPlace("required");
});

const documented = ({ route }: RouteCase): readonly string[] => {
  const [method = "", path = ""] = route.split(" ");
  const body = site.description()[`/api${path}`]?.[method.toLowerCase()]?.requestBody;
  return body?.content["application/json"]?.schema.required ?? [];
};

/** Fields that other fields of the body, or their absence, make necessary: the documentation does not say that of them. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  "POST /projects": ["name"],
  "POST /projects/restore": ["meta"],
  "POST /projects/restore/check": ["meta"],
  "PUT /project/{projectId}/import": ["meta"],
  "POST /project/{projectId}/import/check": ["meta"],
  "POST /project/{projectId}/keys": ["login_password"],
  "POST /project/{projectId}/probes": ["kind", "git_url", "git_branch", "ssh_key_id"],
  "POST /project/{projectId}/repositories": ["git_branch"],
  "PUT /project/{projectId}/repositories/{repositoryId}": ["git_branch"],
  "POST /project/{projectId}/inventory": ["inventory"],
  "PUT /project/{projectId}/inventory/{inventoryId}": ["inventory"],
  "POST /project/{projectId}/templates": ["repository_id", "inventory_id", "playbook"],
  "PUT /project/{projectId}/templates/{templateId}": ["repository_id", "inventory_id", "playbook"],
  "POST /project/{projectId}/tasks/{taskId}/rerun": ["hosts"],
  "POST /project/{projectId}/schedules": ["cron_format"],
  "POST /project/{projectId}/schedules/preview": ["cron_format"],
  "PUT /project/{projectId}/schedules/{scheduleId}": ["cron_format"],
  "POST /project/{projectId}/integrations/{integrationId}/matchers": ["body_data_type"],
  "PUT /project/{projectId}/integrations/{integrationId}/matchers/{matcherId}": ["body_data_type"],
  "POST /project/{projectId}/integrations/{integrationId}/values": ["body_data_type", "key"],
};

/** Sends some fields of the valid body to a new target. */
async function send(route: RouteCase, fields: readonly string[]): Promise<{ status: number; text: string }> {
  const { path, body = {} } = await targetOf(route, place);
  const sent = Object.fromEntries(Object.entries(body).filter(([name]) => fields.includes(name)));
  const { status, text } = await site.call(callerOf(route), methodOf(route), path, { body: sent });
  return { status, text: status === route.status ? "" : text };
}

const WITH_BODY = Object.values(FAMILIES)
  .flat()
  .filter(({ body, bodyIsMap }) => body && !bodyIsMap);

describe.each(WITH_BODY)("$route", (route) => {
  const fields = [...documented(route), ...(NEEDED[route.route] ?? [])];

  it("needs no other field than those documented as required", async () => {
    expect(await send(route, fields)).toEqual({ status: route.status, text: "" });
  });

  it.each(fields)("needs %s", async (missing) => {
    const others = fields.filter((name) => name !== missing);
    expect(await send(route, others)).toMatchObject({ status: 400 });
  });
});
