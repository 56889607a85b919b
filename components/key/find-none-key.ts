import { api } from "@/components/api-client";

/** The id of the project's first key of type None; creates one with that name if there is none. */
export async function findNoneKey(projectId: number, name: string): Promise<number> {
  const params = { projectId };
  const keys = await api("GET /project/:projectId/keys", { params });
  const key = keys.find(({ type }) => type === "none");
  if (key) return key.id;
  return (await api("POST /project/:projectId/keys", { params, body: { name, type: "none" } })).id;
}
