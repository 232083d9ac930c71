import assert from "node:assert/strict";
import { isWholeList } from "../../services/planning/calendars/dav_objects.ts";
import { worked } from "../kit/worked.ts";

Deno.test("a list is whole once it ends, however its names are written", () => {
  for (
    const text of [
      '<multistatus xmlns="DAV:"><response/></multistatus>',
      '<d:multistatus xmlns:d="DAV:"></d:multistatus >',
      '<d:multistatus xmlns:d="DAV:"/>',
    ]
  ) {
    assert.ok(isWholeList(text), text);
    assert.ok(!isWholeList(text.slice(0, -1)), text);
  }
});

Deno.test("a list that begins again and again and never ends is read once", async () => {
  const milliseconds = await worked(() => isWholeList("<multistatus /".repeat(100_000)), 500);
  assert.ok(milliseconds <= 500, `it took ${milliseconds} ms`);
});
