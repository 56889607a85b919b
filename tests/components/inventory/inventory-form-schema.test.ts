import { expect, test } from "vitest";
import { NewAnsibleInput, StoredAnsibleInput } from "@/components/inventory/inventory-form-schema";

const KEYLESS = { name: "Hosts", type: "static", inventory: "localhost", ssh_key_id: null, repository_id: 3 };

test("a new Ansible inventory needs a key", () => {
  const { error } = NewAnsibleInput.safeParse(KEYLESS);
  expect(error?.issues).toMatchObject([{ path: ["ssh_key_id"], message: "inventoryKeyRequired" }]);
});

test("one that is stored without a key can be saved without one", () => {
  expect(StoredAnsibleInput.parse(KEYLESS)).toMatchObject({ name: "Hosts", ssh_key_id: null });
});

test.each([NewAnsibleInput, StoredAnsibleInput])("only a file is of a repository", (schema) => {
  const input = { ...KEYLESS, ssh_key_id: 5 };
  expect(schema.parse(input)).toMatchObject({ repository_id: null });
  expect(schema.parse({ ...input, type: "file", inventory: "hosts" })).toMatchObject({ repository_id: 3 });
});
