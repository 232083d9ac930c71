import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { outboundReceiptSchema } from "../../store/outbound_receipt.ts";
import { opensslTest, World } from "./world.ts";

const MIB = 1024 * 1024;

opensslTest("a certificate for another name is refused, and one of an unknown authority", async () => {
  await using world = new World();
  const { authority, ...tls } = await world.certificate("good.example");
  const site = await world.site((_, answer) => answer.end("hello"), { tls });
  for (const name of ["good.example", "other.example"]) world.names.set(name, [["127.0.0.1"]]);
  const ask = (host: string) =>
    world.ask(`https://${host}:${site.port}/`, { here: [`${host}:${site.port}`] });

  const unknown = await world.refusal(ask("good.example"));
  assert.equal(unknown.reason, "certificate", unknown.message);
  world.authorities = [authority];
  assert.equal(new TextDecoder().decode((await ask("good.example")).body), "hello", "the control");
  const wrong = await world.refusal(ask("other.example"));
  assert.equal(wrong.reason, "certificate", wrong.message);
  assert.match(wrong.message, /^The certificate of other\.example was not accepted: /);
  assert.equal(site.requests.length, 1, "nothing was sent to it");
});

Deno.test("a packed answer that is far larger unpacked ends the request; a usual one is unpacked", async () => {
  await using world = new World();
  const usual = Buffer.from(Array.from({ length: 20_000 }, (_, i) => `line ${i} ${i * 7919}\n`).join(""));
  const bomb = gzipSync(Buffer.alloc(200 * MIB));
  const site = await world.site((asked, answer) => {
    answer.setHeader("content-encoding", "gzip");
    answer.end(
      asked.url === "/bomb"
        ? bomb
        : asked.url === "/half"
        ? gzipSync(usual).subarray(0, 9_000)
        : gzipSync(usual),
    );
  });
  const here = [`127.0.0.1:${site.port}`];
  const ask = (path: string, bodyBytes = 500 * MIB) =>
    world.ask(`http://127.0.0.1:${site.port}${path}`, { here, limits: { bodyBytes } });
  const { body, receipt } = await ask("/usual");
  assert.deepEqual(Buffer.from(body), usual);
  assert.ok(receipt.receivedBytes < receipt.bodyBytes);
  const refused = await world.refusal(ask("/bomb"));
  assert.equal(
    refused.message,
    "The response of 127.0.0.1 unpacks to more than 100 times its size, which is the limit.",
  );
  assert.equal(
    (await world.refusal(ask("/usual", 100_000))).message,
    "The response of 127.0.0.1 has more than 100000 bytes.",
  );
  const half = await world.refusal(ask("/half"));
  assert.equal(half.reason, "malformed", half.message);
});

Deno.test("what follows the end of a packed answer is left out", async () => {
  await using world = new World();
  const packed = Buffer.concat([gzipSync("hello"), Buffer.alloc(MIB)]);
  const site = await world.site((_, answer) => {
    answer.setHeader("content-encoding", "gzip");
    answer.end(packed);
  });
  const { body } = await world.ask(`http://127.0.0.1:${site.port}/`, {
    here: [`127.0.0.1:${site.port}`],
    limits: { totalMilliseconds: 5_000 },
  });
  assert.equal(new TextDecoder().decode(body), "hello");
});

Deno.test("an answer without end, with endless headers, or in an encoding that was not asked for ends the request", async () => {
  await using world = new World();
  const site = await world.site((asked, answer) => {
    if (asked.url === "/headers") answer.setHeader("x-long", "y".repeat(100_000));
    if (asked.url === "/brotli") answer.setHeader("content-encoding", "br");
    if (asked.url !== "/endless") return void answer.end("x");
    const more = () => {
      while (!answer.destroyed && answer.write("x".repeat(65_536)));
    };
    answer.on("drain", more);
    more();
  });
  const here = [`127.0.0.1:${site.port}`];
  const ask = (path: string) =>
    world.ask(`http://127.0.0.1:${site.port}${path}`, { here, limits: { bodyBytes: MIB } });
  assert.equal((await ask("/")).status, 200, "the control");
  for (
    const [path, reason] of [["/endless", "too_large"], ["/headers", "too_large"], ["/brotli", "malformed"]]
  ) {
    const refused = await world.refusal(ask(path!));
    assert.equal(refused.reason, reason, refused.message);
    assert.equal(refused.code, "unavailable");
  }
});

Deno.test("an answer that comes too slowly ends at each of its limits", async () => {
  await using world = new World();
  const drips = new Set<ReturnType<typeof setInterval>>();
  const site = await world.site((asked, answer) => {
    if (asked.url === "/silent") return;
    answer.write("a");
    if (asked.url === "/drip") {
      const drip = setInterval(() => answer.write("a"), 5);
      drips.add(drip);
      answer.on("close", () => (clearInterval(drip), drips.delete(drip)));
    } else answer.end();
  });
  const deaf = Deno.listen({ hostname: "127.0.0.1", port: 0 }); // accepts, and never speaks TLS
  const ask = (port: number, path: string, limits: object, scheme = "http") =>
    world.ask(`${scheme}://127.0.0.1:${port}${path}`, { here: [`127.0.0.1:${port}`], limits });
  assert.equal((await ask(site.port, "/", {})).status, 200, "the control");
  const silent = await world.refusal(ask(site.port, "/silent", { firstByteMilliseconds: 50 }));
  assert.equal(silent.message, "127.0.0.1 did not answer within 50 ms.");
  const drip = await world.refusal(ask(site.port, "/drip", { totalMilliseconds: 100 }));
  assert.equal(drip.message, "127.0.0.1 did not send a complete response within 100 ms.");
  assert.equal(drip.receipt!.hops[0]!.status, 200);
  const tls = await world.refusal(ask(deaf.addr.port, "/", { connectMilliseconds: 50 }, "https"));
  assert.equal(tls.message, "127.0.0.1 did not accept a connection within 50 ms.");
  deaf.close();
});

opensslTest(
  "an address that accepts no connection is left in time to try the next one of its name",
  async () => {
    await using world = new World();
    const { authority, ...tls } = await world.certificate("site.example");
    world.authorities = [authority];
    const site = await world.site((_, answer) => answer.end("hello"), { tls });
    using deaf = Deno.listen({ hostname: "127.0.0.2", port: site.port }); // accepts, and never speaks TLS
    const ask = (addresses: string[]) => {
      world.names.set("site.example", [addresses]);
      const here = [`site.example:${deaf.addr.port}`];
      const limits = { connectMilliseconds: 2000, totalMilliseconds: 2000 };
      return world.ask(`https://site.example:${site.port}/`, { here, limits });
    };
    const { body, receipt } = await ask(["127.0.0.2", "127.0.0.1"]);
    assert.deepEqual([new TextDecoder().decode(body), receipt.hops[0]!.address], ["hello", "127.0.0.1"]);
    assert.equal((await world.refusal(ask(["127.0.0.2"]))).reason, "too_slow", "the control");
  },
);

Deno.test("a request is stopped by its caller's signal, also while a name is being resolved", async () => {
  await using world = new World();
  const stopping = new AbortController();
  const network = { ...world.network, resolve: () => (stopping.abort(), new Promise<string[]>(() => {})) };
  const { request } = await import("../../services/accounts/outbound/request.ts");
  const refused = await world.refusal(
    request(network, { url: "https://a.example/", signal: stopping.signal }),
  );
  assert.equal(refused.reason, "stopped");
  assert.equal(refused.message, "The request to a.example was stopped.");
});

Deno.test("the receipt tells what was asked of whom, and holds no query, header or content", async () => {
  await using world = new World();
  const site = await world.site((_, answer) => {
    answer.setHeader("set-cookie", "session=1");
    answer.end("hello");
  });
  world.names.set("site.example", [["127.0.0.1"]]);
  const here = [`site.example:${site.port}`];
  const url = `http://site.example:${site.port}/private-key/basic.ics?token=topsecret`;
  const asked = {
    here,
    credentials: { authorization: "Bearer topsecret" },
    body: "topsecret",
    method: "POST" as const,
  };
  const { receipt, headers } = await world.ask(url, asked);
  assert.equal(headers.get("set-cookie"), null);
  const { milliseconds, hops: [hop], ...rest } = outboundReceiptSchema.parse(receipt);
  assert.ok(milliseconds >= hop!.milliseconds);
  assert.deepEqual({ ...hop, milliseconds: 0 }, {
    method: "POST",
    url: `http://site.example:${site.port}/private-key/basic.ics`,
    address: "127.0.0.1",
    status: 200,
    milliseconds: 0,
  });
  assert.deepEqual(rest, {
    urlSha256: createHash("sha256").update(url).digest("hex"),
    at: "2026-01-01T00:00:00.000Z",
    sentBytes: 9,
    receivedBytes: 5,
    bodyBytes: 5,
    bodySha256: createHash("sha256").update("hello").digest("hex"),
    failure: null,
  });
  assert.doesNotMatch(JSON.stringify(receipt), /topsecret/);
  const hidden = await world.ask(url, { ...asked, secretPath: true });
  assert.equal(hidden.receipt.hops[0]!.url, `http://site.example:${site.port}`);
});
