import { expect } from "vitest";
import { hostKeys } from "@/db/schema/host-keys";
import type { Bad, Ids, RouteCase } from "../support/conform";
import { like, listOf, object, text, time } from "../support/shape";
import type { Place } from "../support/site";
import { idOf, isGone, keyOf, look, newRepository } from "./fixtures";
import { Refs, Repository, RepositoryFacts } from "./shapes";

const REPOSITORIES = "/project/{projectId}/repositories";
const REPOSITORY = `${REPOSITORIES}/{repositoryId}`;
const fresh = async (place: Place) => ({ repositoryId: await newRepository(place) });
const body = async (place: Place, ids: Ids) => ({
  id: ids.repositoryId,
  name: "r",
  project_id: place.projectId,
  git_url: "git@example.com:a/b.git",
  git_branch: "main",
  ssh_key_id: await keyOf(place),
});
const bad = async ({ elsewhere }: Place): Promise<Bad[]> => [
  [{ name: "" }, "repository name can't be empty"],
  [{ git_url: "" }, "repository url can't be empty"],
  [{ git_branch: "" }, "repository branch can't be empty"],
  [{ git_branch: "--upload-pack=x" }, "git_branch: Not a valid branch name"],
  [{ git_url: "ext::sh -c id" }, "git_url: Incorrect URL"],
  [
    { git_url: "https://u:p@example.com/a" },
    "git_url: Don't put a password or token in the URL. Use an access key instead.",
  ],
  [{ ssh_key_id: 0 }, "ssh_key_id: Access key is required"],
  [{ ssh_key_id: elsewhere ? await keyOf(elsewhere) : 0 }, "ssh_key_id: Not found in this project", 404],
  [{ project_id: elsewhere?.projectId }, "Project ID in body and URL must be the same"],
];

const HOSTS = "/project/{projectId}/host_keys";
const known = async ({ site, projectId }: Place) => {
  const line = "git.example.com ssh-ed25519 AAAA";
  const pinned = { project_id: projectId, host: "git.example.com", key_type: "ssh-ed25519", line };
  await site.w.db.insert(hostKeys).values(pinned).onConflictDoNothing();
  return { host: "git.example.com" };
};

export const hosts: RouteCase[] = [
  {
    route: `GET ${HOSTS}`,
    access: "member",
    target: known,
    status: 200,
    reply: listOf(object({ host: text, key_type: text, fingerprint: like(/^SHA256:/), created: time })),
  },
  {
    route: `DELETE ${HOSTS}/{host}`,
    access: "manageResources",
    target: known,
    status: 204,
    event: () => ["host_key", null, "Host key of git.example.com forgotten"],
    loose: ["host"],
  },
];

export const repositories: RouteCase[] = [
  { route: `GET ${REPOSITORIES}`, access: "member", target: fresh, status: 200, reply: listOf(Repository) },
  {
    route: `POST ${REPOSITORIES}`,
    access: "manageResources",
    body,
    status: 201,
    reply: Repository,
    differs: [
      {
        request: "`git_url` has a password, or an access token as its user name",
        peer: "201",
        ours: "400 and the field; any other user name is accepted, and that of a `login_password` key wins over it",
        why: "every member reads the URL; a key keeps the secret",
        send: () => ({ git_url: "https://org@dev.azure.com/org/p/_git/r" }),
        reply: { git_url: "https://org@dev.azure.com/org/p/_git/r" },
      },
    ],
    event: (_, reply) => ["repository", idOf(reply), "Repository git@example.com:a/b.git created"],
    bad,
  },
  { route: `GET ${REPOSITORY}`, access: "member", target: fresh, status: 200, reply: Repository },
  { route: `GET ${REPOSITORIES}/facts`, access: "member", target: fresh, status: 200, reply: listOf(RepositoryFacts) },
  { route: `GET ${REPOSITORY}/refs`, access: "member", target: fresh, status: 200, reply: Refs },
  {
    route: `PUT ${REPOSITORY}`,
    access: "manageResources",
    target: fresh,
    body,
    status: 204,
    event: ({ repositoryId }) => ["repository", Number(repositoryId), "Repository git@example.com:a/b.git updated"],
    after: async (place, ids) =>
      expect(await look(place, place.path(`repositories/${ids.repositoryId}`))).toEqual(await body(place, ids)),
    bad: async (place) => [...(await bad(place)), [{ id: 1 }, "ID in body and URL must be the same"]],
  },
  {
    route: `DELETE ${REPOSITORY}`,
    access: "manageResources",
    target: fresh,
    status: 204,
    event: ({ repositoryId }) => ["repository", Number(repositoryId), "Repository /srv/code deleted"],
    after: (place, ids, reply) => isGone(() => place.path(`repositories/${ids.repositoryId}`))?.(place, ids, reply),
  },
];
