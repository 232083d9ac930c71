import assert from "node:assert/strict";
import { OPERATOR } from "../tokens.ts";
import { listening } from "./listening.ts";
import { connectRaw, rawRequest, sendRaw } from "./raw_http.ts";

const AUTHORIZED = `authorization: Bearer ${OPERATOR}`;

Deno.test("on a socket: a request with the right Host is answered, with the security headers", async () => {
  await using service = await listening();
  const { port } = service;
  for (const name of ["127.0.0.1", "localhost", "LocalHost"]) {
    const answer = await sendRaw(port, rawRequest("/runs", [`host: ${name}:${port}`, AUTHORIZED]));
    assert.equal(answer.status, 200, answer.text);
    assert.match(answer.text, /x-content-type-options: nosniff/i);
    assert.doesNotMatch(answer.text, /access-control-/i);
  }
});

Deno.test("on a socket: a foreign, missing, doubled or other port's Host never passes, even with the token", async () => {
  await using service = await listening();
  const { port } = service;
  const own = `127.0.0.1:${port}`;
  const cases: Readonly<Record<string, readonly string[]>> = {
    "foreign": ["host: evil.example"],
    "foreign with the port": [`host: evil.example:${port}`],
    "any address": [`host: 0.0.0.0:${port}`],
    "another port": [`host: 127.0.0.1:${port === 1 ? 2 : port - 1}`],
    "no port": ["host: 127.0.0.1"],
    "missing": [],
    "empty": ["host:"],
    "own and foreign": [`host: ${own}`, "host: evil.example"],
    "foreign and own": ["host: evil.example", `host: ${own}`],
    "own twice": [`host: ${own}`, `host: ${own}`],
    "forwarded": ["host: evil.example", `x-forwarded-host: ${own}`, `forwarded: host=${own}`],
  };
  for (const [what, lines] of Object.entries(cases)) {
    const answer = await sendRaw(port, rawRequest("/runs", [...lines, AUTHORIZED]));
    assert.ok([400, 403, 421].includes(answer.status), `${what}: ${answer.text}`);
    assert.doesNotMatch(answer.text, /\r\n\r\n\[/, what);
  }
});

Deno.test("on a socket: the authority of an absolute-form target counts as the Host", async () => {
  await using service = await listening();
  const { port } = service;
  const lines = [`host: 127.0.0.1:${port}`, AUTHORIZED];
  for (
    const target of ["http://evil.example/runs", `http://evil.example:${port}/runs`, "ftp://evil.example/"]
  ) {
    const answer = await sendRaw(port, rawRequest(target, lines));
    assert.ok([400, 403, 404, 421].includes(answer.status), `${target}: ${answer.text}`);
  }
});

Deno.test("on a socket: Origin is looked at for every method, also where the browser sends no Sec-Fetch-Site", async () => {
  await using service = await listening();
  const { port } = service;
  for (const origin of [`http://localhost:${port + 1}`, "null", "https://evil.example"]) {
    for (const method of ["GET", "POST", "OPTIONS", "HEAD"]) {
      const lines = [`host: 127.0.0.1:${port}`, `origin: ${origin}`, AUTHORIZED, "content-length: 0"];
      const answer = await sendRaw(port, rawRequest("/runs/archive", lines, method));
      assert.equal(answer.status, 403, `${method} from ${origin}`);
      assert.doesNotMatch(answer.text, /access-control-/i);
    }
  }
});

Deno.test("on a socket: a body longer or shorter than it says does no harm to the next request", async () => {
  await using service = await listening();
  const { port } = service;
  const own = `host: 127.0.0.1:${port}`;
  const json = "content-type: application/json";
  const smuggled = rawRequest("/runs/archive", [own, AUTHORIZED, json, "content-length: 2"], "POST", "{}");
  const both = ["content-length: 4", "transfer-encoding: chunked"];
  const answer = await sendRaw(
    port,
    rawRequest("/health", [own, json, ...both], "POST", `0\r\n\r\n${smuggled}`),
  );
  assert.doesNotMatch(answer.text, /"archived"/);
  const huge = ["content-length: 99999999999", json, AUTHORIZED, own];
  const refused = await sendRaw(port, rawRequest("/runs", huge, "POST", "{"));
  assert.equal(refused.status, 400, refused.text);
  assert.equal((await sendRaw(port, rawRequest("/health", [own]))).status, 200);
});

Deno.test("a service that stops closes its event streams and frees its port and directory", async () => {
  const service = await listening();
  const stream = await fetch(`${service.url}/events`, { headers: { authorization: `Bearer ${OPERATOR}` } });
  assert.equal(stream.status, 200);
  await service[Symbol.asyncDispose]();
  await stream.text();
  await assert.rejects(fetch(`${service.url}/health`));
});

Deno.test("a service stops although a request without a token never sends the rest of its body", async () => {
  const service = await listening();
  const lines = [`host: 127.0.0.1:${service.port}`, "content-type: application/json", "content-length: 9"];
  using _connection = await connectRaw(service.port, rawRequest("/runs", lines, "POST", "{"));
  await (await fetch(`${service.url}/health`)).body?.cancel(); // the one before has arrived by now
  await service[Symbol.asyncDispose]();
  await assert.rejects(fetch(`${service.url}/health`));
});
