import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { ENDPOINTS, pathWith, WRITES } from "./endpoints.ts";
import { mutationsOf, schemaOf } from "./json_mutations.ts";
import { queuedRun } from "./queued_run.ts";
import { assertRefusal, leavesNoEvent } from "./sentence.ts";

Deno.test("every field of every body is checked: missing, of each wrong type, and out of its bounds", async () => {
  await using h = await harness();
  let count = 0;
  for (const { key, method, path, endpoint } of ENDPOINTS) {
    if (!endpoint.body) continue;
    const schema = schemaOf(endpoint.body);
    for (const { what, field, body } of mutationsOf(schema)) {
      count++;
      await leavesNoEvent(h, `${key}: ${what}`, async () => {
        const response = await h.send(pathWith(path), jsonInit(method, body));
        const sentence = await assertRefusal(response, [400], `${key}: ${what}`);
        assert.ok(sentence.includes(field.split(".")[0]!), `${key}: ${what}: ${sentence}`);
      });
    }
  }
  assert.ok(count > 300, `${count} bodies`);
});

Deno.test("an error names each wrong field once, and the whole text that was sent for a list", async () => {
  await using h = await harness();
  const list = await h.json("GET", "/planner/search?query=a&itemTypes=event,bogus");
  assert.match(list.body.error, /^The query field "itemTypes\.1" is invalid: .*; got "event,bogus"\.$/);
  await using run = await queuedRun(h);
  const blank = await h.json("POST", `/runs/${run.id}/retry`, { request: "", repoPath: 1 });
  assert.match(blank.body.error, /^The body field "request" is invalid: .* \(also wrong: repoPath\)\.$/);
});

Deno.test("a body that is not an object is 400, also where no field is expected", async () => {
  await using h = await harness();
  for (const { key, method, path, endpoint } of WRITES) {
    if (endpoint.access === "webhook") continue; // it takes any JSON, once it knows the sender
    for (const body of [null, 1, "text", true, [], [{}]]) {
      const what = `${key} with ${JSON.stringify(body)}`;
      await leavesNoEvent(h, what, async () => {
        await assertRefusal(await h.send(pathWith(path), jsonInit(method, body)), [400], what);
      });
    }
  }
});

Deno.test("every query parameter with bounds is checked, and the sentence names it", async () => {
  await using h = await harness();
  const wrong: Record<string, readonly string[]> = {
    limit: [
      "0",
      "-1",
      "1001",
      "1.5",
      "ten",
      "",
      "NaN",
      "Infinity",
      "1e9",
      "0x10",
      "1e2",
      " 7",
      "9".repeat(400),
      "1,2",
    ],
    offset: ["-1", "0.5", "x", "9".repeat(400), "NaN"],
    cursor: ["-1", "1.5", "x", "", "latest!", "9".repeat(16), "0x10", "1e3"],
    status: ["", "done", "QUEUED", "queued,running"],
    stream: ["", "stdin", "../stdout"],
  };
  let count = 0;
  await using run = await queuedRun(h);
  for (const { key, method, path, endpoint } of ENDPOINTS) {
    if (!endpoint.query) continue;
    const { properties = {} } = schemaOf(endpoint.query);
    for (const name of Object.keys(properties)) {
      for (const value of wrong[name] ?? []) {
        count++;
        const target = `${pathWith(path, run.id)}?${name}=${encodeURIComponent(value)}`;
        const sentence = await assertRefusal(
          await h.send(target, { method }),
          [400],
          `${key} ${name}=${value}`,
        );
        assert.ok(sentence.includes(name), sentence);
      }
    }
  }
  assert.ok(count > 40, `${count} requests`);
});

Deno.test("GET /runs/:id/timeline refuses a cursor from the future, and takes the newest", async () => {
  await using h = await harness();
  await using run = await queuedRun(h);
  for (const cursor of [h.store.head + 1, 999_999_999_999_999]) {
    await assertRefusal(await h.send(`/runs/${run.id}/timeline?cursor=${cursor}`), [400], String(cursor));
  }
  const { status, body } = await h.json("GET", `/runs/${run.id}/timeline?cursor=${h.store.head}`);
  assert.deepEqual([status, body.items], [200, []]);
});

Deno.test("the bounds themselves are accepted", async () => {
  await using h = await harness();
  for (const query of ["limit=1", "limit=1000", "offset=0", "offset=9007199254740991", "limit=1&offset=5"]) {
    assert.equal((await h.json("GET", `/runs?${query}`)).status, 200, query);
  }
});

Deno.test("an id of nothing is 404 with its own name, however it is written", async () => {
  await using h = await harness();
  const ids = ["x", "run_", "run_0", "%20", "%2e%2e%2f", "%00", "é", "%F0%9F%98%80", "%ED%A0%80", "%", "%zz"];
  for (const { key, method, path, endpoint } of ENDPOINTS) {
    if (!path.includes(":")) continue;
    if (endpoint.body?.safeParse({}).success === false || endpoint.query?.safeParse({}).success === false) {
      continue;
    }
    for (const id of [...ids, "x".repeat(5000), "constructor", "__proto__", "'; drop table events; --"]) {
      const what = `${key} with the id ${id.slice(0, 30)}`;
      await leavesNoEvent(h, what, async () => {
        const target = path.replaceAll(/:\w+/g, id.startsWith("%") ? id : encodeURIComponent(id));
        const response = await h.send(target, { method });
        if (id.length > 1000) return await response.body?.cancel();
        // A path that nobody listens at is not told from a wrong secret.
        await assertRefusal(response, [endpoint.access === "webhook" ? 401 : 404], what);
      });
    }
  }
});

const jsonInit = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});
