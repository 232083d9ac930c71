import assert from "node:assert/strict";
import { readFrames } from "../../client/sse.ts";
import { TestRepository } from "../git.ts";
import { AGENT, type Harness, harness, OPERATOR } from "../harness.ts";
import { Conversation } from "./conversation.ts";

type Seen = { id: number; type: string; data: string };

const EVENTS = 2_000;
const DISCONNECTS = 20;
const pathOf = (id: string) => `/coordinator/conversations/${id}/runtime-events`;

/** Appends so many events to a conversation, with as many to another one between them. */
async function fill(h: Harness, [talk, other]: [Conversation, Conversation], count: number) {
  const append = (conversation: Conversation, i: number) =>
    h.agent("POST /coordinator/conversations/:id/events", {
      params: conversation.params,
      body: { kind: "system", content: `event ${i}` },
    });
  for (let i = 0; i < count; i += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, j) => append(j % 5 === 0 ? other : talk, i + j)),
    );
  }
}

/** Reads frames of the stream until `enough`, then disconnects; a frame that was cut off does not count. */
async function read(h: Harness, path: string, lastEventId: string | null, enough: (seen: Seen[]) => boolean) {
  const headers: HeadersInit = lastEventId === null ? {} : { "last-event-id": lastEventId };
  const response = await h.send(path, { headers });
  assert.equal(response.status, 200);
  const seen: Seen[] = [];
  for await (const { id, event, data } of readFrames(response.body!)) {
    if (id !== undefined) seen.push({ id: Number(id), type: event, data });
    if (enough(seen)) break;
  }
  return seen;
}

/** All events of a conversation, page by page. */
async function poll(h: Harness, id: string, limit: number, token = OPERATOR) {
  const items: { sequence: number; conversationid?: string }[] = [];
  for (let cursor = "0";;) {
    const { body, headers } = await h.json(
      "GET",
      `${pathOf(id)}?cursor=${cursor}&limit=${limit}`,
      undefined,
      token,
    );
    items.push(...body);
    cursor = headers.get("x-agent-harness-cursor")!;
    if (body.length === 0) return { items, cursor };
  }
}

Deno.test(`SSE over ${DISCONNECTS} forced disconnects and polling give a conversation's ${EVENTS} events once each, in the same order`, async () => {
  await using h = await harness();
  const talk = await Conversation.begin(h);
  const other = await Conversation.begin(h);
  const filling = fill(h, [talk, other], EVENTS * 5 / 4);
  const streamed: Seen[] = [];
  const share = Math.ceil(EVENTS / (DISCONNECTS + 1));
  while (streamed.length < EVENTS + 1) {
    const left = EVENTS + 1 - streamed.length;
    const last = streamed.at(-1)?.id;
    const path = last === undefined ? `${pathOf(talk.id)}/stream?cursor=0` : `${pathOf(talk.id)}/stream`;
    const want = Math.min(left, share);
    streamed.push(
      ...await read(h, path, last === undefined ? null : String(last), (seen) => seen.length >= want),
    );
  }
  await filling;
  const polled = await poll(h, talk.id, 137);
  assert.equal(polled.items.length, EVENTS + 1);
  assert.deepEqual(streamed.map(({ data }) => JSON.parse(data)), polled.items);
  assert.deepEqual(streamed.map(({ id }) => id), polled.items.map(({ sequence }) => sequence));
  assert.ok(polled.items.every(({ conversationid }) => conversationid === talk.id));
  assert.equal((await poll(h, other.id, 1000, AGENT)).items.length, EVENTS / 4 + 1);
  assert.equal(polled.cursor, String(polled.items.at(-1)!.sequence));
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a live stream gets what happens after it was opened, and is not woken into the past by other conversations", async () => {
  await using h = await harness();
  const [talk, other] = [await Conversation.begin(h), await Conversation.begin(h)];
  const live = read(h, `${pathOf(talk.id)}/stream`, null, (seen) => seen.length >= 2);
  await fill(h, [talk, other], 50);
  const [first, second] = await live;
  const { items } = await poll(h, talk.id, 100);
  assert.deepEqual([first!.id, second!.id], items.slice(1, 3).map(({ sequence }) => sequence));
});

Deno.test("GET …/runtime-events: latest starts after the end, the cursor is told also for an empty page, a wrong one is 400", async () => {
  await using h = await harness();
  const talk = await Conversation.begin(h);
  const latest = await h.json("GET", `${pathOf(talk.id)}?cursor=latest`);
  assert.deepEqual(latest.body, []);
  const cursor = latest.headers.get("x-agent-harness-cursor")!;
  assert.equal(cursor, String(h.store.head));
  await talk.say("help");
  const next = await h.json("GET", `${pathOf(talk.id)}?cursor=${cursor}`);
  assert.deepEqual(next.body.map(({ type }: { type: string }) => type), [
    "message.created",
    "message.completed",
  ]);
  for (const wrong of ["-1", "abc", "1.5", "", "LATEST", "99999", "0x10", "1e3"]) {
    for (const path of [pathOf(talk.id), `${pathOf(talk.id)}/stream`]) {
      const { status, body } = await h.json("GET", `${path}?cursor=${wrong}`);
      assert.equal(status, 400, `${path} ${wrong}`);
      assert.match(body.error, wrong === "99999" ? /in the future. The newest sequence is \d+/ : /cursor/);
    }
  }
  const header = await h.send(`${pathOf(talk.id)}/stream`, { headers: { "last-event-id": "12345" } });
  assert.equal(header.status, 400);
  await header.body?.cancel();
  assert.equal((await h.json("GET", pathOf("conversation_nobody"))).status, 404);
});

Deno.test("everything that a run started from a conversation does appears among its runtime events, a retry included", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const talk = await Conversation.begin(h);
  const { runId } = await talk.say('create b.txt with "b"', { repoPath: repository.root });
  await h.settled(runId!);
  await talk.say("cancel: enough");
  await h.settled(runId!);
  const again = await talk.say("retry");
  const retried = again.effects[0]!.runId!;
  await h.settled(retried);
  const { items } = await poll(h, talk.id, 1000);
  const sequences = new Set(items.map(({ sequence }) => sequence));
  for (const id of [runId!, retried]) {
    const events = h.store.events.ofRun(id, 0, 1000);
    assert.ok(events.length > 10);
    for (const event of events) assert.ok(sequences.has(event.seq), `${event.type} of ${id} is missing`);
  }
  assert.equal((await talk.details()).activeRunId, retried);
  assert.deepEqual(h.rebuildDifferences(), []);
});
