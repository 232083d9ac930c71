import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";
import { pathWith, sentenceOf, WRITES } from "./endpoints.ts";
import { RAW_BODIES } from "./malformed_bodies.ts";
import { assertRefusal, leavesNoEvent } from "./sentence.ts";

const MEBIBYTE = 1024 * 1024;

Deno.test("every endpoint that writes reads or refuses each malformed body; what is refused leaves no event", async () => {
  await using h = await harness();
  for (const { what, body, refused, type = "application/json" } of RAW_BODIES) {
    for (const { key, method, path, endpoint } of WRITES) {
      const headers: HeadersInit = type === null ? {} : { "content-type": type };
      // A webhook reads no body before it knows who sends it.
      const statuses = endpoint.access === "webhook" ? [401] : refused ? [400] : [400, 404];
      /** Whether the request is refused, and the log grew meanwhile. */
      const leavesEvent = async () => {
        const before = h.store.head;
        const response = await h.send(pathWith(path), { method, headers, body });
        if (!refused && response.status < 400) return void await response.body?.cancel();
        await assertRefusal(response, statuses, `${key} with ${what}`);
        return h.store.head !== before;
      };
      // What an earlier request began, such as a backup, may end meanwhile; a refusal that records does so each time.
      let left = await leavesEvent();
      for (let again = 0; left && again < 3; again++) left = await leavesEvent();
      assert.ok(!left, `${key} with ${what} left an event`);
    }
  }
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});

for (const [kind, send] of Object.entries({ declared, chunked })) {
  Deno.test(`a body over its limit is 400, with its length ${kind}, and one at the limit is read`, async () => {
    await using h = await harness();
    const tried = new Set<number>();
    for (const { key, method, path, endpoint } of WRITES) {
      const limit = endpoint.bodyLimit ?? MEBIBYTE;
      await leavesNoEvent(h, key, async () => {
        const sentence = await assertRefusal(await send(h, method, pathWith(path), limit + 1), [400], key);
        assert.ok(sentence.includes(String(limit)), sentence);
      });
      if (tried.has(limit)) continue; // reading costs time, and is the same code for each limit
      tried.add(limit);
      const response = await send(h, method, pathWith(path), limit);
      assert.doesNotMatch((await sentenceOf(response)) ?? "", /larger than/, key);
    }
  });
}

Deno.test("a body without an end is refused soon after its limit", async () => {
  await using h = await harness();
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 64 * 1024;
      controller.enqueue(new Uint8Array(64 * 1024).fill(32));
    },
  });
  const headers = { "content-type": "application/json" };
  await assertRefusal(await h.send("/runs", { method: "POST", headers, body }), [400], "endless");
  assert.ok(sent <= 2 * MEBIBYTE, `${sent} bytes were read`);
});

/** A JSON body of exactly `size` bytes. */
const padded = (size: number): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`{"zzz":"${"z".repeat(size - 10)}"}`);

function declared(h: Harness, method: string, path: string, size: number): Promise<Response> {
  const headers = { "content-type": "application/json", "content-length": String(size) };
  return h.send(path, { method, headers, body: padded(size) });
}

function chunked(h: Harness, method: string, path: string, size: number): Promise<Response> {
  const bytes = padded(size);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      controller.enqueue(bytes.subarray(at, at += 100_000));
      if (at >= size) controller.close();
    },
  });
  return h.send(path, { method, headers: { "content-type": "application/json" }, body });
}
