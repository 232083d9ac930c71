import assert from "node:assert/strict";
import { postTwice } from "./post_twice.ts";

Deno.test("deliveries that come twice, eight at once, over a kill: each id starts one run, and every answer is on record", async () => {
  const { runs } = await postTwice({
    posts: 400,
    clients: 8,
    kills: 1,
    seed: Math.floor(Math.random() * 1e9),
  });
  assert.equal(runs, 200);
});
