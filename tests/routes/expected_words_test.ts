import assert from "node:assert/strict";
import { harness } from "../harness.ts";

Deno.test("a field that is no hash says which one is meant, and where it is shown", async () => {
  await using h = await harness();
  const capsule = await h.json("POST", "/runs/run_1/capsule", { contentsSha256: "abc" });
  assert.equal(
    capsule.body.error,
    'The body field "contentsSha256" is invalid: ' +
      'expected the 64 hexadecimal digits that the contents are listed with; got "abc".',
  );
});
