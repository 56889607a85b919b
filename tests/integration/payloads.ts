/** Webhooks as documented by their senders, reduced to the relevant parts; `signed` is the signature header. */
export const GITHUB_PUSH = {
  headers: {
    "content-type": "application/json",
    "user-agent": "GitHub-Hookshot/044aadd",
    "x-github-event": "push",
    "x-github-hook-id": "292430182",
    "x-github-delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
  },
  body: {
    ref: "refs/heads/main",
    before: "6113728f27ae82c7b1a177c8d03f9e96e0adf246",
    after: "0d1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1c",
    repository: {
      id: 186853002,
      node_id: "MDEwOlJlcG9zaXRvcnkxODY4NTMwMDI=",
      name: "Hello-World",
      full_name: "Codertocat/Hello-World",
      private: false,
      owner: { name: "Codertocat", login: "Codertocat", id: 21031067 },
      pushed_at: 1557933565,
    },
    pusher: { name: "Codertocat", email: "21031067+Codertocat@users.noreply.github.com" },
    created: false,
    deleted: false,
    forced: false,
    base_ref: null,
    compare: "https://github.com/Codertocat/Hello-World/compare/6113728f27ae...0d1a26e67d8f",
    commits: [
      {
        id: "0d1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1c",
        distinct: true,
        message: "Fix all the bugs & <ship>",
        author: { name: "Codertocat", username: "Codertocat" },
        added: [],
        removed: [],
        modified: ["README.md", "src/app.ts"],
      },
    ],
    head_commit: { id: "0d1a26e67d8f5eaf1f6ba5c57fc3c7d91ac0fd1c" },
  },
};

export const GITLAB_MERGE = {
  headers: {
    "content-type": "application/json",
    "user-agent": "GitLab/17.1.0-pre",
    "idempotency-key": "f5e5f430-f57b-4e6e-9fac-d9128cd7232f",
    "x-gitlab-event": "Merge Request Hook",
    "x-gitlab-webhook-uuid": "02affd2d-2cba-4033-917d-ec22d5dc4b38",
    "x-gitlab-instance": "https://gitlab.com",
    "x-gitlab-event-uuid": "13792a34-cac6-4fda-95a8-c58e00a3954e",
  },
  body: {
    object_kind: "merge_request",
    event_type: "merge_request",
    user: { id: 1, name: "Administrator", username: "root" },
    project: { id: 1, name: "Gitlab Test", path_with_namespace: "gitlabhq/gitlab-test", default_branch: "master" },
    object_attributes: {
      id: 99,
      iid: 1,
      target_branch: "master",
      source_branch: "ms-viewport",
      title: "MS-Viewport",
      state: "merged",
      action: "merge",
      work_in_progress: false,
      last_commit: { id: "da1560886d4f094c3e6c9ef40349f7d38b5d27d7", message: "fixed readme" },
      labels: [{ id: 206, title: "API", color: "#ffffff" }],
    },
    labels: [{ id: 206, title: "API" }],
    reviewers: [{ id: 6, username: "user1", state: "unreviewed" }],
  },
};

export const GITEA_PUSH = {
  headers: {
    "content-type": "application/json",
    "x-gitea-delivery": "f6266f16-1bf3-46a5-9ea4-602e06ead473",
    "x-gitea-event": "push",
    "x-gitea-event-type": "push",
    "x-gogs-delivery": "f6266f16-1bf3-46a5-9ea4-602e06ead473",
    "x-github-delivery": "f6266f16-1bf3-46a5-9ea4-602e06ead473",
    "x-github-event": "push",
  },
  body: {
    ref: "refs/heads/develop",
    before: "28e1879d029cb852e4844d9c718537df08844e03",
    after: "bffeb74224043ba2feb48d137756c8a9331c449a",
    commits: [
      {
        id: "bffeb74224043ba2feb48d137756c8a9331c449a",
        message: "Webhooks Yay!",
        author: { name: "Gitea", email: "someone@gitea.io", username: "gitea" },
        timestamp: "2017-03-13T13:52:11-04:00",
      },
    ],
    repository: { id: 140, name: "webhooks", full_name: "gitea/webhooks", private: false, default_branch: "master" },
    pusher: { id: 1, login: "gitea" },
    sender: { id: 1, login: "gitea" },
  },
};
