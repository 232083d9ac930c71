import assert from "node:assert/strict";
import { PlainServer } from "../oauth/plain_server.ts";
import { startFixture } from "./fixture.ts";

Deno.test("oauth callback finishes an authorization with the state and the code of a redirect, and fails with one that is unknown", async () => {
  await using server = new PlainServer();
  const free = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = free.addr;
  free.close();
  await using fixture = await startFixture({ AGENT_HARNESS_PORT: `${port}` });
  const { connection } = fixture;
  await connection.call("POST /oauth/apps/:connectorId", {
    params: { connectorId: "example" },
    body: { ...server.app, clientId: "one" },
  });
  const { authorizationUrl } = await connection.call("POST /oauth/start", {
    body: { connectorId: "example" },
  });
  const state = new URL(authorizationUrl!).searchParams.get("state")!;
  const unknown = await fixture.run(["oauth", "callback", "--state", "another", "--code", "a-code"]);
  assert.equal(unknown.code, 1, unknown.stderr);
  assert.match(unknown.stdout, /<html/);
  assert.deepEqual(await connection.call("GET /oauth/accounts"), []);
  const { code, stdout, stderr } = await fixture.run([
    "oauth",
    "callback",
    "--state",
    state,
    "--code",
    "a-code",
  ]);
  assert.equal(code, 0, stdout + stderr);
  assert.equal((await connection.call("GET /oauth/accounts")).length, 1);
});
