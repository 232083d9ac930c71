import assert from "node:assert/strict";
import { setImmediate } from "node:timers";
import { maxConnections, maxEventStreams } from "../../routes/open_files.ts";
import { serveConnection, type ServedConnection } from "../../routes/serve_connection.ts";
import { ServiceProcess } from "../recovery/service_process.ts";
import { OPERATOR } from "../tokens.ts";
import { temporaryDirectory } from "../temporary.ts";
import { listening } from "./listening.ts";
import { connectRaw, rawRequest, readRaw } from "./raw_http.ts";

/** A shell that may have few files open, and executes what follows. */
const FEW_FILES = ["sh", "-c", 'ulimit -n 256 && exec "$@"', "sh"];

/** More connections than such a process has files. */
const MANY = 400;

const note = { type: "fact", scope: "global", content: "x", source: { kind: "user", id: "me" } } as const;

/** What a client sends and then falls silent. */
const SILENT = {
  "nothing": () => "",
  "half of its headers": (port: number) => `GET /health HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nx-half: `,
  "half of its body": (port: number) =>
    rawRequest(
      "/memory",
      [
        `host: 127.0.0.1:${port}`,
        `authorization: Bearer ${OPERATOR}`,
        "content-type: application/json",
        "content-length: 1000",
      ],
      "POST",
      '{"type":',
    ),
  "a whole request": (port: number) => rawRequest("/health", [`host: 127.0.0.1:${port}`]),
};

/** Opens connections until as many are open, or none can be opened any more. */
async function crowd(port: number, sent: string): Promise<Disposable> {
  const opened: Deno.TcpConn[] = [];
  try {
    while (opened.length < MANY) opened.push(await connectRaw(port, sent));
  } catch {
    // The process at the other end has gone.
  }
  return { [Symbol.dispose]: () => opened.forEach((connection) => connection.close()) };
}

for (const [what, sent] of Object.entries(SILENT)) {
  Deno.test(`${MANY} clients that send ${what} and fall silent: a service with 256 files answers and records`, async () => {
    await using service = await ServiceProcess.start({
      storage: temporaryDirectory(),
      workers: 0,
      wrap: FEW_FILES,
    });
    const port = Number(new URL(service.url).port);
    using _silent = await crowd(port, sent(port));
    assert.equal((await service.send("/health")).status, 200);
    const { id } = await service.operator("POST /memory", { body: note });
    await service.kill();
    assert.doesNotMatch(service.output(), /Uncaught/);
    assert.ok(id);
  });
}

Deno.test("the control: a bare Deno.serve with 256 files is ended by the same idle clients", async () => {
  const program = 'Deno.serve({ hostname: "127.0.0.1", port: 0 }, () => new Response())';
  const [shell = "", ...rest] = FEW_FILES;
  const child = new Deno.Command(shell, {
    args: [...rest, Deno.execPath(), "eval", program],
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let printed = "";
  let crowded: Disposable | null = null;
  for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
    printed += text;
    const port = /127\.0\.0\.1:(\d+)/.exec(printed)?.[1];
    if (port && !crowded) crowded = await crowd(Number(port), "");
  }
  crowded?.[Symbol.dispose]();
  await child.stdout.cancel();
  assert.equal((await child.status).success, false);
  assert.match(printed, /Too many open files/);
});

Deno.test("a connection without a whole request ends after its time; an event stream does not", async () => {
  await using service = await listening({}, {
    connectionLimits: { headersMilliseconds: 300, idleMilliseconds: 200 },
    sweepMilliseconds: 50,
  });
  const { port, url } = service;
  const authorization = { authorization: `Bearer ${OPERATOR}` };
  const stream = await fetch(`${url}/events`, { headers: authorization });
  const frames = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
  using idle = await connectRaw(port, "");
  using half = await connectRaw(port, SILENT["half of its headers"](port));
  using kept = await connectRaw(port, SILENT["a whole request"](port));
  assert.equal((await readRaw(kept)).status, 200);
  for (const connection of [idle, half, kept]) {
    assert.equal(await connection.read(new Uint8Array(1)).catch(() => null), null);
  }
  const headers = { ...authorization, "content-type": "application/json" };
  const added = await fetch(`${url}/memory`, { method: "POST", headers, body: JSON.stringify(note) });
  assert.equal(added.status, 201, await added.text());
  let read = "";
  while (!read.includes("memory.")) read += (await frames.read()).value ?? assert.fail("the stream ended");
  await frames.cancel();
});

Deno.test("at the limit of event streams, one more is refused with a sentence, and requests are answered as before", async () => {
  await using service = await listening({}, { connectionLimits: { maxConnections: 16 } });
  const headers = { authorization: `Bearer ${OPERATOR}` };
  const open = () => fetch(`${service.url}/events`, { headers });
  const streams = await Promise.all(Array.from({ length: 12 }, open));
  assert.ok(streams.every(({ status }) => status === 200));
  const refused = await open();
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [500, "30"]);
  assert.match((await refused.json()).error, /^12 event streams are open.*AGENT_HARNESS_MAX_CONNECTIONS/);
  for (let request = 0; request < 20; request++) {
    const answer = await fetch(`${service.url}/runs`, { headers: { ...headers, connection: "close" } });
    assert.equal(answer.status, 200);
    await answer.body?.cancel();
  }
  await streams[0]!.body!.cancel();
  let again = await open();
  while (again.status !== 200) {
    await again.body?.cancel(); // the service has not yet seen that one went
    again = await open();
  }
  for (const stream of [...streams.slice(1), again]) await stream.body!.cancel();
});

Deno.test("HEAD opens no event stream, however often it is sent", async () => {
  await using service = await listening({}, { connectionLimits: { maxConnections: 16 } });
  const headers = { authorization: `Bearer ${OPERATOR}` };
  for (let request = 0; request < 13; request++) {
    const { status } = await fetch(`${service.url}/events`, { method: "HEAD", headers });
    assert.equal(status, 200, `the request ${request}`);
  }
  const stream = await fetch(`${service.url}/events`, { headers });
  assert.equal(stream.status, 200);
  await stream.body!.cancel();
});

Deno.test("connections leave files for other work, and event streams leave connections for requests", () => {
  const cases = [
    [8192, 1024, 512, 384],
    [8192, 20_000, 8192, 7168],
    [12_000, 20_000, 12_000, 10_976],
    [
      12_000,
      16_384,
      12_000,
      10_976,
    ],
    [1_000_000, Infinity, 1_000_000, 998_976],
    [16, 20, 10, 7],
  ] as const;
  for (const [allowed, files, connections, streams] of cases) {
    assert.equal(maxConnections(allowed, files), connections);
    assert.equal(maxEventStreams(connections), streams);
  }
});

Deno.test("a connection that the service ends at the moment when it closes does no harm", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  const answering = { answer: () => new Response("x"), fail: () => new Response("x", { status: 500 }) };
  const clients: Deno.TcpConn[] = [];
  const served: ServedConnection[] = [];
  for (let n = 0; n < 50; n++) {
    clients.push(await connectRaw(port, rawRequest("/", [`host: 127.0.0.1:${port}`])));
    served.push(
      serveConnection(await listener.accept(), answering, { begun: () => {}, answered: () => {} }),
    );
  }
  for (const client of clients) assert.equal((await readRaw(client)).status, 200);
  for (const client of clients) client.close();
  // One in each turn of the loop: one of these turns is between the end of a connection and the moment when it is known.
  for (const one of served) {
    one.end();
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(served.map(({ ended }) => ended));
});
