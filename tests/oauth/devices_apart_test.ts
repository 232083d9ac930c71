import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { runDue } from "../kit/run_due.ts";
import { PlainServer } from "./plain_server.ts";

Deno.test("a device whose connector lost its client secret does not keep another one from being connected", async () => {
  await using one = new PlainServer();
  await using two = new PlainServer();
  const time = { now: Date.now() };
  await using h = await harness({ now: () => new Date(time.now) });
  for (const [connectorId, server] of [["one", one], ["two", two]] as const) {
    server.device = {
      device_code: `device-code-${connectorId}-0123456789abcdef`,
      user_code: "ABCD",
      verification_uri: "https://x.example/",
      expires_in: 900,
      interval: 5,
    };
    const body = {
      ...server.app,
      clientId: "c",
      clientSecret: `secret-of-${connectorId}-0123456789`,
      scopes: ["read"],
    };
    await h.operator("POST /oauth/apps/:connectorId", { params: { connectorId }, body });
    await h.operator("POST /oauth/apps/:connectorId/start", {
      params: { connectorId },
      body: { flow: "device" },
    });
  }
  const lost = (await h.operator("GET /secrets")).find(({ name }) => name === "oauth/two/client-secret")!;
  await h.operator("POST /secrets/:id/delete", { params: { id: lost.id } });
  time.now += 6_000;
  await runDue(h);
  const connected = async () =>
    (await h.operator("GET /oauth/accounts")).map(({ connectorId }) => connectorId);
  assert.deepEqual(await connected(), ["one"]);
  const body = { ...two.app, clientId: "c", clientSecret: "secret-of-two-again-0123", scopes: ["read"] };
  await h.operator("POST /oauth/apps/:connectorId", { params: { connectorId: "two" }, body });
  time.now += 6_000;
  await runDue(h);
  assert.deepEqual((await connected()).toSorted(), ["one", "two"], "it goes on once the secret is set again");
});
