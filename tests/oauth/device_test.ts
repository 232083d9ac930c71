import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { runDue } from "../kit/run_due.ts";
import { configure } from "./oauth_world.ts";
import { OidcServer } from "./oidc_server.ts";

const start = { connectorId: "example", flow: "device" };

Deno.test("two device authorizations at once do not pass the limit of open ones", async () => {
  await using server = await OidcServer.start();
  await using h = await harness();
  await configure(h, server);
  for (let i = 0; i < 19; i++) await h.operator("POST /oauth/start", { body: { connectorId: "example" } });
  const both = Promise.withResolvers<void>();
  let waiting = 0;
  server.before = async ({ url }) => {
    if (url!.startsWith("/device/auth") && ++waiting === 2) both.resolve();
    if (url!.startsWith("/device/auth")) await both.promise;
  };
  const answers = await Promise.all([1, 2].map(() => h.json("POST", "/oauth/start", start)));
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400]);
});

Deno.test("a device authorization outlasts a server that is overloaded for a while", async () => {
  await using server = await OidcServer.start();
  const time = { now: Date.now() };
  await using h = await harness({ now: () => new Date(time.now) });
  await configure(h, server);
  const { device } = await h.operator("POST /oauth/start", { body: { ...start, flow: "device" as const } });
  for (const status of [503, 429]) {
    server.before = ({ url }, response) => void (url === "/token" && response.writeHead(status).end());
    time.now += 6_000;
    await runDue(h);
  }
  server.before = () => {};
  await server.approveDevice(device!.userCode);
  time.now += 6_000;
  await runDue(h);
  assert.deepEqual((await h.operator("GET /oauth/accounts")).map(({ status }) => status), ["connected"]);
});

Deno.test("a device authorization ends when its connector is disabled", async () => {
  await using server = await OidcServer.start();
  const time = { now: Date.now() };
  await using h = await harness({ now: () => new Date(time.now) });
  await configure(h, server);
  const { device } = await h.operator("POST /oauth/start", { body: { ...start, flow: "device" as const } });
  await server.approveDevice(device!.userCode);
  await configure(h, server, { status: "disabled" });
  time.now += 6_000;
  await runDue(h);
  assert.deepEqual([await h.operator("GET /oauth/accounts"), server.grants], [[], []]);
  const { flows } = await h.operator("GET /oauth/apps/:connectorId", { params: { connectorId: "example" } });
  assert.deepEqual(flows.map(({ status, detail }) => [status, /is disabled/.test(detail ?? "")]), [
    ["failed", true],
  ]);
});
