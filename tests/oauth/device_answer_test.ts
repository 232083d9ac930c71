import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { PlainServer } from "./plain_server.ts";

for (const [stated, used] of [[5.5, 6], [0.5, 5], [1e13, 1800], [undefined, 5]] as const) {
  Deno.test(`a server that names ${stated} seconds between two polls of a device is asked every ${used}`, async () => {
    await using server = new PlainServer();
    server.device = {
      device_code: "device-code-0123456789abcdef",
      user_code: "ABCD",
      verification_uri: "https://x.example/",
      expires_in: 900,
      ...(stated !== undefined && { interval: stated }),
    };
    await using h = await harness();
    const body = { ...server.app, clientId: "c", scopes: ["read"] };
    await h.operator("POST /oauth/apps/:connectorId", { params: { connectorId: "one" }, body });
    const started = await h.json("POST", "/oauth/apps/one/start", { flow: "device" });
    assert.deepEqual([started.status, started.body.device.intervalSeconds], [201, used]);
    assert.deepEqual(h.composition.clock.unannounced(), []);
  });
}

Deno.test("a device is shown no link but to a web page", async () => {
  await using server = new PlainServer();
  await using h = await harness();
  const body = { ...server.app, clientId: "c", scopes: ["read"] };
  await h.operator("POST /oauth/apps/:connectorId", { params: { connectorId: "one" }, body });
  const start = (addresses: object) => {
    server.device = {
      device_code: "device-code-0123456789abcdef",
      user_code: "ABCD",
      verification_uri: "https://x.example/",
      expires_in: 900,
      ...addresses,
    };
    return h.json("POST", "/oauth/apps/one/start", { flow: "device" });
  };
  for (const address of ["javascript:alert(1)", "data:text/html,hello", "x.example"]) {
    const { status, body } = await start({ verification_uri: address });
    assert.equal(status, 500);
    assert.match(body.error, /Its address is no web page\.$/);
    const complete = await start({ verification_uri_complete: address });
    assert.deepEqual([complete.status, complete.body.device.verificationUriComplete], [201, null]);
  }
});
