import assert from "node:assert/strict";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { requireFinancelink } from "../../services/accounts/financelink/app.ts";
import { ask, HOSTS, PATHS } from "../../services/accounts/financelink/transport.ts";
import { linkItem, onProvider } from "./financelink_world.ts";

const FORBIDDEN = [
  "/transfer/create",
  "/transfer/authorization/create",
  "/payment_initiation/payment/create",
  "/processor/token/create",
  "/wallet/transaction/execute",
  "/auth/get",
  "/identity/get",
  "/transactions/sync",
  "/transactions/get",
  "/investments/holdings/get",
  "/item/access_token/invalidate",
  "/ITEM/GET",
  "/item/get/",
  "/item/get?x=1",
  "/link/../transfer/create",
  "//evil.example.net/item/get",
];

Deno.test("every other path, host and environment is refused before a connection is opened; the seven paths go through", async () => {
  await using world = await onProvider();
  const { h, provider } = world;
  const ctx = contextFor(h.service, "system");
  const app = requireFinancelink(ctx);
  provider.requests.length = 0;
  const events = await h.eventsOf(async () => {
    for (const path of FORBIDDEN) {
      await assert.rejects(ask(ctx, app, path, {}), /^ForbiddenError: policy_blocked/, path);
    }
    for (const baseUrl of [HOSTS.production, "https://evil.example.net", `${HOSTS.sandbox}.evil.net`]) {
      await assert.rejects(
        ask(ctx, { ...app, baseUrl }, "/item/get", {}),
        /^ForbiddenError: policy_blocked/,
        baseUrl,
      );
    }
  });
  assert.deepEqual([provider.requests, events], [[], []], "nothing was sent, and no secret was read");
  for (const path of PATHS) await ask(ctx, app, path, {}).catch(() => {});
  assert.deepEqual(provider.requests, [...PATHS], "the control");
});

Deno.test("products beyond reading are refused by the class that is blocked", async () => {
  await using world = await onProvider();
  const { h, provider } = world;
  for (
    const [product, blocked] of [
      ["transfer", "purchases"],
      ["payment_initiation", "purchases"],
      ["investments_auth", "trades"],
      ["auth", "more than reading"],
      ["identity", "more than reading"],
    ]
  ) {
    for (
      const [path, body] of [["/financelink/app", { ...provider.app, products: [product] }], [
        "/financelink/link/token/create",
        { products: [product] },
      ]] as const
    ) {
      const events = await h.eventsOf(async () => {
        const answer = await h.json("POST", path, body);
        assert.equal(answer.status, 400);
        assert.match(answer.body.error, new RegExp(`policy_blocked.*${blocked}`));
      });
      assert.deepEqual(events, []);
    }
  }
});

Deno.test("a provider that grants transfer, at once or a day later: the item is quarantined, removed there, and a human is told", async () => {
  for (const later of [false, true]) {
    await using world = await onProvider();
    const { h, provider, time } = world;
    if (!later) provider.products = ["transactions", "transfer"];
    const { item } = (await linkItem(h, provider)).body;
    assert.equal(item.status, later ? "healthy" : "quarantined");
    if (later) {
      provider.products = ["transactions", "transfer"];
      time.now += 86_400_000;
      await world.runClock();
    }
    const [shown] = (await h.operator("GET /financelink/connections")).items;
    assert.deepEqual([shown!.status, shown!.products, provider.linked], [
      "quarantined",
      later ? ["transactions", "transfer"] : ["transfer"],
      0,
    ]);
    const { items } = await h.operator("GET /notifications");
    assert.deepEqual([items[0]!.severity, items[0]!.category], ["critical", "security"]);
    const secrets = await h.operator("GET /secrets", { query: { kind: "item-token", status: "present" } });
    assert.deepEqual(secrets, [], "its token is removed");
    assert.equal((await h.json("POST", "/financelink/link/token/create", { itemId: item.id })).status, 400);
    assert.deepEqual(h.rebuildDifferences(), []);
  }
});

Deno.test("an item of one environment is never asked for in the other", async () => {
  await using world = await onProvider();
  const { h, provider, time } = world;
  const { item } = (await linkItem(h, provider)).body;
  await h.operator("POST /financelink/app", { body: { ...provider.app, environment: "production" } });
  provider.requests.length = 0;
  time.now += 3 * 86_400_000;
  await world.runClock();
  assert.equal((await h.json("POST", `/financelink/items/${item.id}/disconnect`, {})).status, 400);
  assert.equal((await h.json("POST", "/financelink/link/token/create", { itemId: item.id })).status, 400);
  assert.deepEqual(provider.requests, []);
});

Deno.test("a refused path opens no socket, and a refused host is not even looked up", async () => {
  const lookedUp: string[] = [];
  const resolve = (host: string) => {
    lookedUp.push(host);
    return Promise.reject(new Error("no network here"));
  };
  await using world = await onProvider({ network: { resolve } });
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  let sockets = 0;
  const accepting = (async () => {
    for await (const connection of listener) {
      sockets++;
      connection.close();
    }
  })();
  const ctx = contextFor(world.h.service, "system");
  const app = requireFinancelink(ctx);
  const here = { ...app, baseUrl: `http://127.0.0.1:${listener.addr.port}` };
  for (const path of FORBIDDEN) {
    await assert.rejects(ask(ctx, here, path, {}), /^ForbiddenError/, path);
    await assert.rejects(ask(ctx, { ...app, baseUrl: HOSTS.sandbox }, path, {}), /^ForbiddenError/, path);
  }
  await assert.rejects(ask(ctx, { ...app, baseUrl: HOSTS.production }, "/item/get", {}), /^ForbiddenError/);
  assert.deepEqual([sockets, lookedUp], [0, []]);
  await assert.rejects(ask(ctx, here, "/item/get", {}), /^(?!ForbiddenError)/);
  await assert.rejects(ask(ctx, { ...app, baseUrl: HOSTS.sandbox }, "/item/get", {}), /^(?!ForbiddenError)/);
  assert.ok(sockets > 0, "the control: a path on the list opens a socket");
  assert.deepEqual(lookedUp, ["sandbox.plaid.com"], "the control: the host is looked up");
  listener.close();
  await accepting;
});

Deno.test("a clock that is set back by months does not keep an item from being checked, or a removal from being repeated", async () => {
  await using world = await onProvider();
  const { h, provider, time, runClock } = world;
  const { id } = (await linkItem(h, provider)).body.item;
  const DAY = 86_400_000;
  const asked = async (path: string) => {
    provider.requests.length = 0;
    await runClock();
    return provider.requests.filter((each) => each === path).length;
  };
  time.now -= 100 * DAY;
  assert.deepEqual([await asked("/item/get"), await asked("/item/get")], [1, 0]);
  provider.instead.set("/item/remove", () => new Response(null, { status: 500 }));
  await h.operator("POST /financelink/items/:id/disconnect", { params: { id }, body: {} });
  time.now -= 100 * DAY;
  assert.deepEqual([await asked("/item/remove"), await asked("/item/remove")], [1, 0]);
});
