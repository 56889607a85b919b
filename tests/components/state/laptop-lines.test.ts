import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { checkpointCommand, exportLines } from "@/components/state/token/laptop-lines";

const access = { url: "https://console.example.com", stateId: 7, workspace: "eu&west", token: "secret-token" };

test("the exported variables contain everything the http backend needs", () => {
  const printed = execFileSync("bash", ["-c", `${exportLines(access)}\nenv | grep ^TF_HTTP | sort`], {
    encoding: "utf8",
  });
  expect(printed.trim().split("\n")).toEqual([
    "TF_HTTP_ADDRESS=https://console.example.com/api/state/7/eu%26west",
    "TF_HTTP_LOCK_ADDRESS=https://console.example.com/api/state/7/eu%26west/lock",
    "TF_HTTP_LOCK_METHOD=POST",
    "TF_HTTP_PASSWORD=secret-token",
    "TF_HTTP_UNLOCK_ADDRESS=https://console.example.com/api/state/7/eu%26west/lock",
    "TF_HTTP_UNLOCK_METHOD=DELETE",
    "TF_HTTP_USERNAME=signalbox",
  ]);
});

test("curl gets the token in a file, so that the process list doesn't show it", () => {
  expect(checkpointCommand(access)).toContain("--netrc-file <(echo 'default login signalbox password secret-token')");
  expect(checkpointCommand(access)).not.toContain("-u ");
});
