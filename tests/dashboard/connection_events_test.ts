import assert from "node:assert/strict";
import { linkItem } from "../financelink/financelink_world.ts";
import { Provider } from "../financelink/provider.ts";
import { linked } from "../oauth/oauth_world.ts";

const DAY = 86_400_000;

Deno.test("the calendar of Home contains the deadlines of accounts and banks that need a person", async () => {
  const time = { now: Date.now() };
  await using provider = new Provider();
  await using world = await linked({
    server: { withoutRotation: true, refreshSeconds: 60 * DAY / 1000 },
    harness: { now: () => new Date(time.now) },
    app: { refreshTokenLifetimeSeconds: 20 * DAY / 1000 },
  });
  const { h, account } = world;
  provider.consentExpiresAt = new Date(time.now + 10 * DAY).toISOString();
  await h.operator("POST /financelink/app", { body: provider.app });
  const { item } = (await linkItem(h, provider)).body;
  const shown = async (days: number) =>
    (await h.operator("POST /dashboard/calendar/events", {
      body: { from: new Date(time.now).toISOString(), to: new Date(time.now + days * DAY).toISOString() },
    })).map(({ kind, id, title }) => [kind, id, title]);
  const bank = ["connection", item.id, "Action needed by then: First Bank"];
  assert.deepEqual(await shown(30), [bank, ["connection", account.id, "Action needed by then: Ada Example"]]);
  assert.deepEqual(await shown(15), [bank]);
  await h.operator("POST /oauth/accounts/:id/revoke", { params: { id: account.id }, body: {} });
  assert.deepEqual(await shown(30), [bank]);
  await h.operator("POST /financelink/items/:id/disconnect", { params: { id: item.id }, body: {} });
  assert.deepEqual(await shown(30), []);
  assert.equal((await h.json("POST", "/dashboard/calendar/events", {}, "agent-token")).status, 403);
});
