import assert from "node:assert/strict";
import { connectTo } from "../../commands/service/connection.ts";
import { followStream } from "../../commands/service/stream.ts";
import { runCli, spawnCli, startFixture } from "./fixture.ts";

/** Reads a number of lines of a child's stdout, and then interrupts it. */
async function firstLines(child: Deno.ChildProcess, count: number): Promise<string[]> {
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (text.split("\n").length <= count) {
    const { value, done } = await reader.read();
    if (done) break;
    text += value;
  }
  child.kill("SIGINT");
  while (!(await reader.read()).done);
  return text.split("\n").slice(0, count);
}

Deno.test("events: one line each, JSON lines with --json, and Ctrl-C ends with 0", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  await fixture.waitingRun('create b.txt with "b"', root);
  for (const json of [false, true]) {
    const child = fixture.spawn(["events", "tail", "--cursor", "0", ...(json ? ["--json"] : [])]);
    const lines = await firstLines(child, 5);
    await child.stdin.close();
    const { code } = await child.status;
    await child.stderr.cancel();
    assert.equal(code, 0);
    assert.equal(lines.length, 5);
    if (json) assert.deepEqual(lines.map((line) => JSON.parse(line).sequence), [1, 2, 3, 4, 5]);
    else assert.match(lines[1]!, / 2 {2}run\.created +run\/run_[0-9a-z]{26} {2}by operator$/);
  }
});

Deno.test("events: after an interruption it continues after the last event, by Last-Event-ID", async () => {
  const seen: (string | null)[] = [];
  const event = (sequence: number) => {
    const data = {
      sequence,
      type: "run.queued",
      subject: "run/run_1",
      time: "2026-01-01T00:00:00.000Z",
      actor: "system",
    };
    return `id: ${sequence}\nevent: run.queued\ndata: ${JSON.stringify(data)}\n\n`;
  };
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
    seen.push(request.headers.get("last-event-id"));
    const body = `retry: 1\n\n: a comment\n\n${event(seen.length)}`;
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  const environment = { AGENT_HARNESS_URL: `http://127.0.0.1:${server.addr.port}` };
  const child = spawnCli(["events", "tail", "--json"], { environment });
  const lines = await firstLines(child, 3);
  await child.stdin.close();
  await child.stderr.cancel();
  assert.equal((await child.status).code, 0);
  await server.shutdown();
  assert.deepEqual(lines.map((line) => JSON.parse(line).sequence), [1, 2, 3]);
  assert.deepEqual(seen.slice(0, 3), [null, "1", "2"]);
});

Deno.test("events: reconnects to a service that hangs with the connection open, or before it responds", async () => {
  const seen: (string | null)[] = [];
  const forever = Promise.withResolvers<Response>();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, (request) => {
    seen.push(request.headers.get("last-event-id"));
    if (seen.length === 2) return forever.promise;
    const start = (stream: ReadableStreamDefaultController<Uint8Array>) =>
      stream.enqueue(new TextEncoder().encode(`retry: 1\n\nid: ${seen.length}\ndata: {}\n\n`));
    return new Response(new ReadableStream({ start }), { headers: { "content-type": "text/event-stream" } });
  });
  const over = new AbortController();
  const told: string[] = [];
  const connection = connectTo(`http://127.0.0.1:${server.addr.port}`);
  for await (
    const { id } of followStream(connection, "/events", {
      signal: over.signal,
      maxSilence: 500,
      onOpen: () => told.push("open"),
      onLost: () => told.push("lost"),
    })
  ) {
    told.push(id!);
    if (id === "3") break;
  }
  over.abort();
  forever.resolve(new Response());
  await server.shutdown();
  assert.deepEqual(told, ["open", "1", "lost", "lost", "open", "3"]);
  assert.deepEqual(seen, [null, "1", "1"]);
});

Deno.test("events: a refusal, or a service that was never reached, ends it at once", async () => {
  await using fixture = await startFixture();
  const [refused, nobody] = await Promise.all([
    fixture.run(["events", "tail", "--cursor", "999999"]),
    runCli(["events", "tail"], { environment: { AGENT_HARNESS_URL: "http://127.0.0.1:1" } }),
  ]);
  assert.equal(refused.code, 2);
  assert.match(refused.stderr, /in the future/);
  assert.equal(nobody.code, 69);
});
