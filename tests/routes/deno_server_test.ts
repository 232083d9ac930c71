/**
 * What the service needs of Deno's undocumented server for one connection. If one of these tests fails after an upgrade of Deno,
 * its name says what broke. `SERVE_SINGLE_CONNECTIONS` in `routes/serve_connection.ts` leads back to `Deno.serve`.
 */
import assert from "node:assert/strict";
import { BodyReader } from "../../routes/body_reader.ts";
import { startHttpServer } from "../../routes/http_server.ts";
import { type Answering, canServeConnections, serveConnection } from "../../routes/serve_connection.ts";
import { connectRaw, rawRequest, readRaw, sendRaw } from "./raw_http.ts";

const fail = (cause: unknown) => new Response((cause as Error).message, { status: 500 });
const request = (path = "/") => rawRequest(path, ["host: 127.0.0.1"]);

/** A connection that is served, from both of its ends. */
async function served(answer: Answering["answer"], first = request()) {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const counts = { begun: 0, answered: 0 };
  const answered = Promise.withResolvers<void>();
  const [client, connection] = await Promise.all([
    connectRaw(listener.addr.port, first),
    listener.accept(),
  ]);
  const one = serveConnection(connection, { answer, fail }, {
    begun: () => counts.begun++,
    answered: () => {
      counts.answered++;
      answered.resolve();
    },
  });
  return {
    one,
    client,
    counts,
    answered: answered.promise,
    [Symbol.asyncDispose]: async () => {
      client.close();
      await one.ended;
    },
  };
}

const again = async (client: Deno.TcpConn, path: string) => {
  await client.write(new TextEncoder().encode(request(path)));
  return await readRaw(client);
};

Deno.test("Deno's server for one connection: it is there", () => {
  assert.ok(canServeConnections, `Deno ${Deno.version.deno} has no serveHttpOnConnection any more`);
});

Deno.test("Deno's server for one connection: it answers one request after the other", async () => {
  await using all = await served((asked) => new Response(new URL(asked.url).pathname));
  assert.match((await readRaw(all.client)).text, /\r\n\r\n\/$/);
  assert.match((await again(all.client, "/second")).text, /\r\n\r\n\/second$/);
  assert.equal(all.counts.begun, 2);
});

Deno.test("Deno's server for one connection: it says when a response was sent", async () => {
  await using all = await served(() => new Response("x"));
  assert.equal((await readRaw(all.client)).status, 200);
  await all.answered;
  assert.deepEqual(all.counts, { begun: 1, answered: 1 });
});

Deno.test("Deno's server for one connection: a handler that throws is answered by the one for errors", async () => {
  await using all = await served(() => Promise.reject(new Error("broken")));
  const { status, text } = await readRaw(all.client);
  assert.equal(status, 500);
  assert.match(text, /broken$/);
  assert.equal((await again(all.client, "/next")).status, 500, "the connection goes on");
});

Deno.test("Deno's server for one connection: to finish is to answer what is under way, and to close", async () => {
  const [begun, proceed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await using all = await served(async () => {
    begun.resolve();
    await proceed.promise;
    return new Response("answered");
  });
  await begun.promise;
  const finished = all.one.finish();
  proceed.resolve();
  assert.match((await readRaw(all.client)).text, /answered$/);
  await finished;
  assert.equal(await all.client.read(new Uint8Array(1)), null);
});

Deno.test("Deno's server for one connection: to end it is to close it in the middle of a request", async () => {
  const begun = Promise.withResolvers<void>();
  const never = Promise.withResolvers<Response>();
  await using all = await served(() => {
    begun.resolve();
    return never.promise;
  });
  await begun.promise;
  all.one.end();
  assert.equal((await readRaw(all.client).catch(() => ({ status: 0 }))).status, 0);
  await all.one.ended;
  never.resolve(new Response());
});

Deno.test("Deno's server for one connection: it has ended when the peer has gone", async () => {
  const all = await served(() => new Response("x"));
  await readRaw(all.client);
  all.client.close();
  await all.one.ended;
});

/** Resolves once nobody listens at a port: the system ends that a moment after it was told to. */
async function refuses(port: number): Promise<void> {
  for (let tries = 0; tries < 1000; tries++) {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port }).catch(() => null);
    if (connection === null) return;
    connection.close();
  }
  assert.fail("It still listens.");
}

for (const bounded of [true, false]) {
  const how = bounded
    ? "one connection at a time"
    : "Deno.serve, and that connections have no limits is reported";
  Deno.test(`the service answers, and finishes what is under way, with ${how}`, async () => {
    const reports: string[] = [];
    const [begun, proceed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const server = startHttpServer({
      host: "127.0.0.1",
      port: 0,
      bounded,
      limits: { maxConnections: 100 },
      bodies: new BodyReader(),
      fail,
      report: (cause) => reports.push((cause as Error).message),
      answer: async ({ url }, { peer, own }) => {
        const { pathname } = new URL(url);
        if (pathname === "/broken") throw new Error("broken");
        if (pathname === "/slow") {
          begun.resolve();
          await proceed.promise;
        }
        return Response.json({ peer: peer.hostname, own: own.port });
      },
    });
    const ends = { peer: "127.0.0.1", own: server.port };
    const { text } = await sendRaw(server.port, request());
    assert.deepEqual(JSON.parse(text.split("\r\n\r\n")[1]!), ends);
    assert.equal((await sendRaw(server.port, request("/broken"))).status, 500);
    const slow = sendRaw(server.port, request("/slow"));
    await begun.promise;
    const finished = server.finish();
    proceed.resolve();
    assert.equal((await slow).status, 200);
    await finished;
    assert.equal(reports.length, bounded ? 0 : 1);
    await refuses(server.port);
  });
}
