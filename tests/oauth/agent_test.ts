import assert from "node:assert/strict";
import { linkItem } from "../financelink/financelink_world.ts";
import { Provider } from "../financelink/provider.ts";
import { AGENT } from "../tokens.ts";
import { answered, linked } from "./oauth_world.ts";

const DAY = 86_400_000;

Deno.test("the agent token learns nothing of what connections tell a person: no notification, name, count or need", async () => {
  const time = { now: Date.now() };
  await using provider = new Provider();
  await using world = await linked({
    server: { withoutRotation: true, refreshSeconds: 60 * DAY / 1000 },
    harness: { now: () => new Date(time.now) },
    app: { refreshTokenLifetimeSeconds: 6 * DAY / 1000 },
  });
  const { h, server, account } = world;
  const read = async (path: string, token: string) => (await h.json("GET", path, undefined, token)).body;
  const told = async (token: string) => {
    const { cursor: _, generatedAt: __, ...centre } = await read("/coordinator/command-center", token);
    const lists = await Promise.all(
      ["", "?status=unread", "?category=system", "?category=security", "?severity=critical", "?limit=1"].map((
        query,
      ) => read(`/notifications${query}`, token)),
    );
    return { centre, lists };
  };
  const before = await told(AGENT);

  await h.operator("POST /financelink/app", { body: provider.app });
  provider.consentExpiresAt = new Date(time.now + 3 * DAY).toISOString();
  const { item } = (await linkItem(h, provider)).body;
  await h.composition.clock.runOnce();
  await h.composition.clock.idle();
  // One that is quarantined, and one that must be connected again.
  server.person = "eve";
  server.before = (request, response) => {
    if (request.url !== "/token") return;
    const end = response.end.bind(response);
    response.end = ((chunk: unknown) => {
      const body = JSON.parse(String(chunk));
      response.removeHeader("content-length");
      return end(JSON.stringify({ ...body, scope: "openid email transfer" }));
    }) as typeof response.end;
  };
  await h.operator("POST /oauth/callback", { body: { url: await answered(h, server) } });
  server.before = (request, response) => {
    if (request.url !== "/token") return;
    response.writeHead(400, { "content-type": "application/json" }).end('{"error":"invalid_grant"}');
  };
  await h.operator("POST /oauth/accounts/:id/refresh", { params: { id: account.id }, body: { force: true } });

  const operator = await told("operator-token");
  const seen = JSON.stringify(operator);
  for (const name of [account.id, item.id, "First Bank", "Ada Example", "transfer"]) {
    assert.ok(seen.includes(name), `the control: the operator is told of ${name}`);
  }
  assert.equal(operator.lists[0].items.length, 4);
  assert.equal(operator.lists[4].items.length, 1);
  assert.deepEqual(await told(AGENT), before);
});
