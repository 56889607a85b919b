import { expect, test } from "vitest";
import { BackupInput } from "@/components/project/backup-input";

const messages = (input: object) =>
  BackupInput.safeParse({ all_versions: false, ...input }).error?.issues.map(({ path, message }) => [path, message]);

test("a backup requires a passphrase of minimum length only if it includes states", () => {
  expect(messages({ include_states: false, states_passphrase: "" })).toBeUndefined();
  expect(messages({ include_states: true, states_passphrase: "correct horse" })).toBeUndefined();
  for (const states_passphrase of ["", "too short"])
    expect(messages({ include_states: true, states_passphrase })).toEqual([
      [["states_passphrase"], "statesPassphraseShort"],
    ]);
});
