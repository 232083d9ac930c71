import assert from "node:assert/strict";
import { OPERATOR } from "../tokens.ts";
import { listening } from "../routes/listening.ts";
import { connectRaw, rawRequest, sendRaw } from "../routes/raw_http.ts";
import { KINDS, startProxy } from "./proxies.ts";

const ORIGIN = "https://harness.example";
const HOST = "host: harness.example";
const TOKEN = `authorization: Bearer ${OPERATOR}`;
const JSON_TYPE = "content-type: application/json";
const CLOSE = "connection: close";
const MEMORY = JSON.stringify({
  type: "fact",
  scope: "global",
  content: "x",
  source: { kind: "user", id: "me" },
});

for (const kind of KINDS) {
  Deno.test(`docs/reverse-proxy.md, ${kind.name}: the real program passes token, Host and Origin on, and no event waits`, async (t) => {
    await using service = await listening({ AGENT_HARNESS_ALLOWED_ORIGINS: ORIGIN });
    await using proxy = await startProxy(kind, service.port);
    if (!proxy) return;
    const get = (path: string, ...lines: string[]) =>
      sendRaw(proxy.port, rawRequest(path, [...lines, CLOSE]));
    const post = (body: string, ...lines: string[]) =>
      sendRaw(
        proxy.port,
        rawRequest(
          "/memory",
          [HOST, JSON_TYPE, `content-length: ${body.length}`, ...lines, CLOSE],
          "POST",
          body,
        ),
      );

    await t.step("the token is asked for, and arrives", async () => {
      assert.equal((await get("/control-plane/status", HOST)).status, 401);
      assert.equal((await get("/control-plane/status", HOST, TOKEN)).status, 200);
      assert.equal((await get("/health", HOST)).status, 200);
    });
    await t.step("pages of the proxy's origin may write, pages of another may not", async () => {
      assert.equal((await post(MEMORY, TOKEN, `origin: ${ORIGIN}`)).status, 201);
      assert.equal((await post(MEMORY, TOKEN, "origin: https://evil.example")).status, 403);
      assert.equal((await post(MEMORY, TOKEN, `origin: ${ORIGIN.replace("https", "http")}`)).status, 403);
    });
    await t.step("a body of two megabytes gets to the service, which says what it thinks of it", async () => {
      const answer = await post(JSON.stringify({ content: "x".repeat(2_000_000) }), TOKEN);
      assert.equal(answer.status, 400);
      assert.match(answer.text, /larger than the limit of 1048576 bytes/);
    });
    await t.step("an event arrives while the stream goes on", async () => {
      const request = rawRequest("/events", [HOST, TOKEN, "accept: text/event-stream"]);
      using stream = await connectRaw(proxy.port, request);
      const decoder = new TextDecoder();
      const buffer = new Uint8Array(65_536);
      let text = "";
      const until = async (pattern: RegExp) => {
        while (!pattern.test(text)) {
          const read = await stream.read(buffer);
          assert.notEqual(read, null, text);
          text += decoder.decode(buffer.subarray(0, read!), { stream: true });
        }
      };
      await until(/retry: 3000/);
      assert.equal((await post(MEMORY, TOKEN)).status, 201);
      await until(/event: memory\.recorded\n/);
    });
  });
}
