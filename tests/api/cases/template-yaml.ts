import type { Bad, RouteCase } from "../support/conform";
import { like } from "../support/shape";
import type { Place } from "../support/site";
import { idOf, keyOf, newTemplate } from "./fixtures";
import { NewTemplate } from "./shapes";

const TEMPLATES = "/project/{projectId}/templates";
const OF_TEMPLATE = `${TEMPLATES}/{templateId}/yaml`;

const repository = (place: Place) =>
  place.once("named in YAML", async () =>
    place.make("repositories", { name: "named in YAML", git_url: "/srv/code", ssh_key_id: await keyOf(place) }),
  );

const fresh = async (place: Place) => ({
  templateId: await newTemplate(place, { name: "as text", repository_id: await repository(place) }),
});

const body = async (place: Place) => {
  await repository(place);
  return { yaml: "name: from text\napp: bash\nplaybook: run.sh\nrepository: named in YAML\n" };
};

const bad = (): Bad[] => [
  [{ yaml: 1 }, "yaml: Expected string"],
  [{ yaml: "" }, "Not valid YAML in line 1"],
  [{ yaml: "name: x\napp: [bash\n" }, /* of the end of the text */ "Not valid YAML in line 3"],
  [
    { yaml: "name: x\napp: bash\nplaybook: run.sh\nrepository: Gone\n" },
    'repository: This project has no entry named "Gone" in repositories',
  ],
  [{ yaml: "name: x\napp: bash\nplaybok: run.sh\n" }, "playbok: Not supported here"],
];

export const templateYaml: RouteCase[] = [
  {
    route: `GET ${OF_TEMPLATE}`,
    access: "manageResources",
    target: fresh,
    status: 200,
    reply: like(/^name: as text\n(.*\n)*repository: named in YAML\n/),
    type: "application/yaml; charset=utf-8",
  },
  {
    route: `PUT ${OF_TEMPLATE}`,
    access: "manageResources",
    target: fresh,
    body,
    status: 204,
    event: ({ templateId }) => ["template", Number(templateId), `Template ID ${templateId} updated`],
    bad,
  },
  {
    route: `POST ${TEMPLATES}/yaml`,
    access: "manageResources",
    body,
    status: 201,
    reply: NewTemplate,
    event: (_, reply) => ["template", idOf(reply), `Template ID ${idOf(reply)} created`],
    bad,
  },
];
