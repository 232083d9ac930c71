import assert from "node:assert/strict";
import { type BodyLimits, BodyReader } from "../../routes/body_reader.ts";
import { OPERATOR } from "../tokens.ts";
import { listening } from "./listening.ts";
import { connectRaw, rawRequest, readRaw } from "./raw_http.ts";

const KIBIBYTE = 1024;

/** Limits that no test reaches but the one that it is about. */
const GENEROUS: BodyLimits = {
  pauseMilliseconds: 600_000,
  wholeMilliseconds: 600_000,
  minBytesPerSecond: 1,
  maxBytesHeld: 64 * KIBIBYTE * KIBIBYTE,
};

/** A request for `POST /memory` that says how long its body is, and sends the beginning of it. */
const begun = (port: number, length: number, sent: string) =>
  rawRequest(
    "/memory",
    [
      `host: 127.0.0.1:${port}`,
      `authorization: Bearer ${OPERATOR}`,
      "content-type: application/json",
      `content-length: ${length}`,
    ],
    "POST",
    sent,
  );

const body = (size: number): string => {
  const rest = { type: "fact", scope: "global", source: { kind: "user", id: "me" }, content: "x", zzz: "" };
  return JSON.stringify({ ...rest, zzz: "z".repeat(size - JSON.stringify(rest).length) });
};

Deno.test("a body that stops is 400 after its pause, and the service answers others meanwhile", async () => {
  await using service = await listening({}, {
    bodies: new BodyReader({ ...GENEROUS, pauseMilliseconds: 300 }),
    sweepMilliseconds: 50,
  });
  using slow = await connectRaw(service.port, begun(service.port, 100, '{"type":'));
  assert.equal((await fetch(`${service.url}/health`)).status, 200);
  const answer = await readRaw(slow);
  assert.equal(answer.status, 400, answer.text);
  assert.match(answer.text, /The body stopped arriving/);
});

Deno.test("a body that trickles is 400 when it took longer than any may", async () => {
  const bodies = new BodyReader({ ...GENEROUS, wholeMilliseconds: 300, minBytesPerSecond: Infinity });
  await using service = await listening({}, { bodies, sweepMilliseconds: 50 });
  using slow = await connectRaw(service.port, begun(service.port, 1_000_000, '{"type":"'));
  let answered = false;
  const trickle = (async () => {
    const byte = new TextEncoder().encode("x");
    try {
      while (!answered) await slow.write(byte);
    } catch {
      // The service has closed the connection.
    }
  })();
  const answer = await readRaw(slow);
  answered = true;
  await trickle;
  assert.equal(answer.status, 400, answer.text);
  assert.match(answer.text, /The body took too long/);
});

Deno.test("bodies that are not complete share a memory: what was silent longest is given up, and whole ones are read", async () => {
  const bodies = new BodyReader({ ...GENEROUS, maxBytesHeld: 300 * KIBIBYTE });
  await using service = await listening({}, { bodies });
  const half = body(200 * KIBIBYTE).slice(0, 100 * KIBIBYTE);
  const halves = await Promise.all(
    Array.from({ length: 10 }, () => connectRaw(service.port, begun(service.port, 200 * KIBIBYTE, half))),
  );
  const ends = halves.map((connection) => readRaw(connection));
  const whole = body(200 * KIBIBYTE);
  const answer = await fetch(`${service.url}/memory`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${OPERATOR}` },
    body: whole,
  });
  assert.equal(answer.status, 201, await answer.text());
  const first = await Promise.race(ends);
  assert.equal(first.status, 500, first.text);
  assert.match(first.text, /Too many request bodies are arriving/);
  for (const connection of halves) connection.close();
  await Promise.allSettled(ends);
});

Deno.test("a body whose connection ends half-way leaves nothing, and the service continues", async () => {
  await using service = await listening();
  const before = service.service.store.head;
  (await connectRaw(service.port, begun(service.port, 1_000, '{"type":'))).close();
  assert.equal((await fetch(`${service.url}/health`)).status, 200);
  assert.equal(service.service.store.head, before);
});
