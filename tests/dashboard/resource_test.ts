/// <reference lib="dom" />
import assert from "node:assert/strict";
import { createResource } from "../../ui/kit/resource.ts";

Deno.test("an answer that was under way does not replace a newer one: what was set stays until it is read again", async () => {
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let reads = 0;
  const resource = createResource(() => answers[reads++]!.promise);
  const read = resource.refresh();
  resource.set("changed");
  answers[0]!.resolve("before the change");
  await answers[0]!.promise;
  await Promise.resolve();
  assert.equal(resource.value.value, "changed");
  answers[1]!.resolve("after the change");
  await read;
  assert.deepEqual([resource.value.value, reads], ["after the change", 2]);
});

Deno.test("a failure that was under way is no problem of what was set since, and a read after it counts", async () => {
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let reads = 0;
  const resource = createResource(() => answers[reads++]!.promise);
  const read = resource.refresh();
  resource.set("changed");
  answers[0]!.reject(new Error("too late"));
  answers[1]!.resolve("read again");
  await read;
  assert.deepEqual([resource.value.value, resource.problem.value, reads], ["read again", null, 2]);
});
