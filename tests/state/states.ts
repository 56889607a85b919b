const AWS = 'provider["registry.terraform.io/hashicorp/aws"]';

const STATE = {
  version: 4,
  terraform_version: "1.11.4",
  serial: 3,
  lineage: "one",
  outputs: {
    address: { value: "10.0.0.1", type: "string" },
    password: { value: "canary-output", type: "string", sensitive: true },
  },
  resources: [
    {
      mode: "managed",
      type: "local_file",
      name: "motd",
      provider: 'provider["registry.terraform.io/hashicorp/local"]',
      instances: [
        {
          schema_version: 0,
          attributes: { content: "canary-attribute", filename: "motd" },
          sensitive_attributes: [[{ type: "get_attr", value: "content" }]],
        },
      ],
    },
    {
      module: 'module.app["eu"]',
      mode: "managed",
      type: "aws_instance",
      name: "web",
      provider: `${AWS}.west`,
      instances: [
        { index_key: 0, attributes: { id: "i-1", root_password: "canary-name", ebs: [{ api_key: "canary-deep" }] } },
        { index_key: "b", attributes: { id: "i-2" } },
      ],
    },
    { mode: "data", type: "aws_ami", name: "base", provider: AWS, instances: [{ attributes: { id: "ami" } }] },
  ],
};

// biome-ignore lint/suspicious/noExplicitAny: a test changes whatever it likes
type Loose = any;

/** A state as Terraform writes it, its secrets all called canary. */
export function terraformState(change: (state: Loose) => void = () => undefined): string {
  const state = structuredClone(STATE);
  change(state);
  return JSON.stringify(state, null, 2);
}

const SECRET = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:x" };

const CHECKPOINT = {
  version: 3,
  checkpoint: {
    stack: "organization/site/dev",
    latest: {
      manifest: { time: "2026-11-22T00:00:00Z", version: "v3.200.0" },
      resources: [
        {
          urn: "urn:pulumi:dev::site::pulumi:pulumi:Stack::site-dev",
          custom: false,
          type: "pulumi:pulumi:Stack",
          outputs: { url: "http://x", key: { inner: SECRET } },
        },
        { urn: "urn:pulumi:dev::site::pulumi:providers:aws::default", custom: true, type: "pulumi:providers:aws" },
        {
          urn: "urn:pulumi:dev::site::my:mod:Site$aws:s3:Bucket::page",
          custom: true,
          type: "aws:s3:Bucket",
          inputs: { policy: SECRET },
          outputs: { arn: "arn:x" },
        },
      ],
    },
  },
};

/** A checkpoint as Pulumi's file backend writes it. */
export function checkpoint(change: (checkpoint: Loose) => void = () => undefined): string {
  const made = structuredClone(CHECKPOINT);
  change(made);
  return JSON.stringify(made);
}

/** What OpenTofu writes instead of a state if the code tells it to encrypt it. */
export const encryptedState = (serial: number, changes: object = {}): string =>
  JSON.stringify({
    serial,
    lineage: "one",
    meta: { "key_provider.pbkdf2.state": "eyJzYWx0IjoiIn0=" },
    encrypted_data: Buffer.from(`state ${serial}`).toString("base64"),
    encryption_version: "v0",
    ...changes,
  });
