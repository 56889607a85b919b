import { expect, test } from "vitest";
import { ACCEPT, formFor, OWN_TYPE } from "@/lib/operation/media-type";

test.each([OWN_TYPE, ACCEPT, `text/html, ${OWN_TYPE.toUpperCase()} ;q=0.5`])("%s requests our own form", (accept) => {
  expect(formFor(accept)).toEqual({ isOwn: true, headers: { "content-type": OWN_TYPE, vary: "Accept" } });
});

test.each([
  ...[null, "", "*/*", "application/*", "application/json", `${OWN_TYPE}x`],
  ...[`${OWN_TYPE};q=0, application/json`, `application/json;q=1, ${OWN_TYPE};q=0.1`],
])("%s does not", (accept) => {
  expect(formFor(accept)).toMatchObject({ isOwn: false, headers: { "content-type": "application/json" } });
});
