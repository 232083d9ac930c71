import assert from "node:assert/strict";
import { Configuration, PlaidApi, type Products } from "plaid";
import { AGENT } from "../tokens.ts";
import { filesBelow } from "../secrets/secrets_world.ts";
import { crawl } from "../secrets/crawl.ts";
import { sightingsOf } from "../kit/sightings.ts";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { itemStream } from "../../store/financelink/item_stream.ts";
import { linkItem, onProvider } from "./financelink_world.ts";
import { Provider } from "./provider.ts";

Deno.test("the official client and the test server understand each other: what is tested here is the provider's wire", async () => {
  await using provider = new Provider();
  const headers = { "PLAID-CLIENT-ID": provider.clientId, "PLAID-SECRET": provider.secret };
  const client = new PlaidApi(new Configuration({ basePath: provider.url, baseOptions: { headers } }));
  await client.linkTokenCreate({
    client_name: "Test",
    language: "en",
    // deno-lint-ignore no-explicit-any
    country_codes: ["US"] as any,
    user: { client_user_id: "1" },
    products: ["transactions" as Products],
  });
  const { data } = await client.itemPublicTokenExchange({ public_token: provider.finish() });
  const { access_token } = data;
  assert.equal((await client.accountsGet({ access_token })).data.accounts.length, 1);
  assert.deepEqual((await client.itemGet({ access_token })).data.item.consented_products, ["transactions"]);
  await client.itemRemove({ access_token });
  await assert.rejects(client.itemGet({ access_token }), /400/);
});

Deno.test("an item is linked by the hosted page, proved to be read-only, shown, set up and disconnected; twice is the same", async () => {
  await using world = await onProvider();
  const { h, provider } = world;
  assert.equal((await h.operator("POST /financelink/app/smoke-check")).status, "verified");
  const { status, body } = await linkItem(h, provider);
  assert.equal(status, 201, body.error);
  assert.deepEqual([body.item.status, body.item.products, body.item.institution.name], ["healthy", [
    "transactions",
  ], "First Bank"]);
  const [account] = body.accounts;
  assert.deepEqual([account.name, account.mask, account.currency], ["Checking", "0000", "EUR"]);
  const set = await h.operator("POST /financelink/accounts/:id/settings", {
    params: { id: account.id },
    body: { alias: "Household", includeInPlanner: true },
  });
  assert.deepEqual([set.alias, set.includeInPlanner, set.enabled], ["Household", true, true]);
  const list = await h.operator("GET /financelink/connections");
  assert.deepEqual([list.counts, list.items[0]!.accounts], [{ healthy: 1 }, [set]]);
  assert.equal(list.items[0]!.removal, null);

  const disconnect = () =>
    h.operator("POST /financelink/items/:id/disconnect", { params: { id: body.item.id }, body: {} });
  const gone = await disconnect();
  assert.deepEqual([gone.item.status, gone.remote, gone.materialRemoved, provider.linked], [
    "disconnected",
    "removed",
    true,
    0,
  ]);
  const [ended] = (await h.operator("GET /financelink/connections")).items;
  assert.ok(ended!.removal!.askedAt <= ended!.removal!.materialRemovedAt!);
  const calls = ended!.usedBy.map(({ call }) => call);
  assert.ok(calls.includes("financelink.remove"), calls.join(", "));
  assert.equal(ended!.receipts.total, ended!.usedBy.reduce((sum, { uses }) => sum + uses, 0));
  assert.deepEqual(await h.eventsOf(async () => assert.deepEqual(await disconnect(), gone)), []);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("an item that is linked already is refused before anything is exchanged; update mode mends the same item", async () => {
  await using world = await onProvider();
  const { h, provider } = world;
  const first = (await linkItem(h, provider)).body.item;
  const exchanges = () => provider.requests.filter((path) => path.includes("exchange")).length;
  const again = await linkItem(h, provider);
  assert.deepEqual([again.status, exchanges()], [400, 1]);
  assert.match(again.body.error, new RegExp(`${first.id}.*nothing was exchanged.*itemId`));
  const metadata = { institutionId: "ins_1", accounts: [{ mask: "0000" }] };
  const pasted = await h.json("POST", "/financelink/link/token/exchange", {
    publicToken: provider.finish(),
    metadata,
  });
  assert.deepEqual([pasted.status, exchanges()], [400, 1]);
  assert.equal(
    (await h.json("POST", "/financelink/link/token/exchange", { publicToken: provider.finish() })).status,
    400,
  );

  provider.loginRequired = true;
  world.time.now += 86_400_000;
  await world.runClock();
  const { items } = await h.operator("GET /financelink/connections");
  assert.deepEqual([items[0]!.status, items[0]!.error?.code], ["login_required", "ITEM_LOGIN_REQUIRED"]);
  const open = async () => (await h.operator("GET /notifications")).items.filter(({ open }) => open).length;
  assert.equal(await open(), 1);
  const link = await h.operator("POST /financelink/link/token/create", {
    body: { itemId: first.id, accountSelection: true },
  });
  assert.equal(link.mode, "update");
  provider.loginRequired = false;
  const mended = await h.json("POST", "/financelink/link/token/exchange", { linkTokenId: link.id });
  assert.deepEqual([mended.status, mended.body.item.id, mended.body.item.status], [200, first.id, "healthy"]);
  assert.deepEqual([await open(), exchanges()], [0, 1]);

  provider.mask = "1111";
  assert.equal(
    (await linkItem(h, provider)).status,
    201,
    "another account of the institution is another item",
  );
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("the warning of a consent that ends stays through the daily checks, until it is renewed", async () => {
  await using world = await onProvider();
  const { h, provider, time } = world;
  const warnings = async () =>
    (await h.operator("GET /notifications")).items.filter(({ title }) => title.includes("consent"))
      .map(({ open, title }) => [open, title.slice(0, 19)]);
  const ends = new Date(time.now + 5 * 86_400_000).toISOString();
  provider.consentExpiresAt = ends;
  await linkItem(h, provider);
  const warned = [[true, `Renew by ${ends.slice(0, 10)}`]];
  assert.deepEqual(await warnings(), warned);
  for (let day = 0; day < 2; day++) {
    time.now += 86_400_000;
    await world.runClock();
    assert.deepEqual(await warnings(), warned, `after ${day + 1} days`);
  }
  provider.consentExpiresAt = new Date(time.now + 90 * 86_400_000).toISOString();
  time.now += 86_400_000;
  await world.runClock();
  assert.deepEqual(await warnings(), [[false, warned[0]![1]]]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a removal that fails is tried for a day; a consent that ends is told a week ahead", async () => {
  await using world = await onProvider();
  const { h, provider, time } = world;
  provider.consentExpiresAt = new Date(time.now + 3 * 86_400_000).toISOString();
  const { item } = (await linkItem(h, provider)).body;
  assert.equal(item.status, "consent_expiring");
  const { items } = await h.operator("GET /notifications");
  assert.match(items[0]!.title, /consent at First Bank ends/);
  provider.instead.set("/item/remove", () => new Response("x", { status: 500 }));
  const asked = await h.operator("POST /financelink/items/:id/disconnect", {
    params: { id: item.id },
    body: {},
  });
  assert.deepEqual([asked.item.status, asked.remote, asked.materialRemoved], [
    "disconnecting",
    "failed",
    false,
  ]);
  assert.equal(asked.retryAt, new Date(time.now + 3_600_000).toISOString());
  provider.instead.clear();
  time.now += 3_600_000;
  await world.runClock();
  const [ended] = (await h.operator("GET /financelink/connections")).items;
  assert.deepEqual([ended!.status, provider.linked], ["disconnected", 0]);
});

Deno.test("tokens of the provider are in no answer, event and file; the agent learns of no item", async () => {
  await using world = await onProvider();
  const { h, provider } = world;
  const { item, accounts } = (await linkItem(h, provider)).body;
  const canaries = [...provider.tokens, provider.secret];
  assert.equal(canaries.length, 4);
  const sightings = sightingsOf(canaries);
  const answers = await crawl(h);
  for (const { key, path, text } of answers) assert.deepEqual(sightings(text), [], `${key} ${path}`);
  for (const event of h.store.events.after(0, 10_000)) {
    assert.deepEqual(sightings(JSON.stringify(event)), [], event.type);
  }
  for (const { path, text } of filesBelow(h.directory)) {
    if (path !== h.service.vault.keyFile) assert.deepEqual(sightings(text), [], path);
  }
  const names = [item.id, accounts[0].id, "First Bank", "Checking", provider.clientId];
  for (const { path, token, status, text } of answers) {
    if (token !== AGENT || status !== 200) continue;
    assert.deepEqual(names.filter((name) => text.includes(name)), [], path);
  }
});

Deno.test("a disconnection that the provider did not hear is asked for again at once by asking again", async () => {
  await using world = await onProvider();
  const { h, provider } = world;
  const { item } = (await linkItem(h, provider)).body;
  const disconnect = () =>
    h.operator("POST /financelink/items/:id/disconnect", { params: { id: item.id }, body: {} });
  provider.instead.set("/item/remove", () => new Response("x", { status: 500 }));
  const failed = await disconnect();
  assert.deepEqual([failed.remote, failed.materialRemoved], ["failed", false]);
  assert.notEqual(failed.item.removal!.retryAt, null);
  provider.instead.clear();
  const done = await disconnect();
  assert.deepEqual([done.remote, done.materialRemoved, done.retryAt, provider.linked], [
    "removed",
    true,
    null,
    0,
  ]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a public token that was used is the caller's fault, and two ways to name one are refused", async () => {
  await using world = await onProvider();
  const { h, provider } = world;
  const metadata = { institutionId: "ins_1", accounts: [] };
  provider.instead.set(
    "/item/public_token/exchange",
    () => Response.json({ error_type: "INVALID_INPUT", error_code: "INVALID_PUBLIC_TOKEN" }, { status: 400 }),
  );
  const used = await h.json("POST", "/financelink/link/token/exchange", {
    publicToken: "public-1",
    metadata,
  });
  assert.equal(used.status, 400);
  assert.match(used.body.error, /used before, or is too old/);
  const both = await h.json("POST", "/financelink/link/token/exchange", {
    publicToken: "public-1",
    metadata,
    linkTokenId: "link_1",
  });
  assert.equal(both.status, 400);
  assert.match(both.body.error, /not both/);
});

Deno.test("the clock and a person who disconnects tell the provider once between them", async () => {
  await using world = await onProvider();
  const { h, provider } = world;
  const { item } = (await linkItem(h, provider)).body;
  provider.instead.set("/item/remove", () => {
    provider.instead.clear();
    void h.composition.clock.runOnce();
    return Response.json({ request_id: "r" });
  });
  const { remote } = await h.operator("POST /financelink/items/:id/disconnect", {
    params: { id: item.id },
    body: {},
  });
  await h.composition.clock.idle();
  assert.deepEqual([remote, provider.requests.filter((path) => path === "/item/remove").length], [
    "removed",
    1,
  ]);
});

Deno.test("a check of former keys says nothing about those that were configured meanwhile", async () => {
  await using world = await onProvider();
  const { h, provider } = world;
  const [arrived, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  provider.instead.set("/link/token/create", async () => {
    arrived.resolve();
    await held.promise;
    return Response.json({ link_token: "link-sandbox-0123456789", expiration: new Date().toISOString() });
  });
  const check = h.operator("POST /financelink/app/smoke-check");
  await arrived.promise;
  await h.operator("POST /financelink/app", { body: { ...provider.app, secret: "another-secret-1234" } });
  held.resolve();
  assert.equal((await check).status, "configured");
});

Deno.test("the same accounts are not linked twice by two exchanges at once", async () => {
  await using world = await onProvider();
  const { h, provider } = world;
  const visit = async () => {
    await h.operator("POST /financelink/link/token/create", { body: {} });
    return provider.finish();
  };
  const tokens = [await visit(), await visit()];
  const metadata = { institutionId: "ins_1", accounts: [{ mask: provider.mask }] };
  const answers = await Promise.all(
    tokens.map((publicToken) =>
      h.json("POST", "/financelink/link/token/exchange", { publicToken, metadata })
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 400]);
  assert.equal(provider.linked, 1);
});

Deno.test("a visit that nobody finishes keeps its token until the provider takes it no longer; a finished one keeps none", async () => {
  await using world = await onProvider();
  const { h, provider, time } = world;
  const begin = () => h.operator("POST /financelink/link/token/create", { body: {} });
  const { id, expiresAt } = await begin();
  const later = await begin();
  const tokens = async () => {
    await h.composition.maintenance.runOnce();
    const secrets = await h.operator("GET /secrets");
    return secrets.filter(({ name, status }) => name.endsWith("/link") && status === "present").length;
  };
  assert.equal(await tokens(), 2);
  provider.finish();
  const finished = await h.json("POST", "/financelink/link/token/exchange", { linkTokenId: later.id });
  assert.equal(finished.status, 201, finished.body.error);
  time.now = Date.parse(expiresAt) - 1;
  assert.equal(await tokens(), 1, "the control: it could still be finished");
  time.now += 1;
  assert.equal(await tokens(), 0);
  const late = await h.json("POST", "/financelink/link/token/exchange", { linkTokenId: id });
  assert.equal(late.status, 400);
  assert.match(late.body.error, /was used\. Create another/);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("an item that is disconnected while it is checked stays disconnected", async () => {
  await using world = await onProvider();
  const { h, provider, time } = world;
  const { id } = (await linkItem(h, provider)).body.item;
  provider.instead.set("/accounts/get", async () => {
    await h.operator("POST /financelink/items/:id/disconnect", { params: { id }, body: {} });
    return Response.json({ accounts: [] });
  });
  time.now += 86_400_000;
  await world.runClock();
  const { items: [item] } = await h.operator("GET /financelink/connections");
  assert.deepEqual([item!.status, item!.removal?.remote, provider.linked], ["disconnected", "removed", 0]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("Home shows and counts banks that need a login, however many are linked", async () => {
  await using world = await onProvider();
  const { h, time } = world;
  const ctx = contextFor(h.service, "system");
  const error = { type: "ITEM_ERROR", code: "ITEM_LOGIN_REQUIRED", detail: "Sign in.", fix: "Repair it." };
  const nextCheckAt = new Date(time.now + 86_400_000).toISOString();
  await h.store.commit(() => {
    for (let i = 0; i < 60; i++) {
      const loginRequired = i >= 30;
      const institution = { id: `ins_${i}`, name: `Bank ${i}` };
      record(ctx, itemStream, ctx.newId("item"), [
        { type: "financelink_item.linked", data: { environment: "sandbox", secretId: "none", institution } },
        {
          type: "financelink_item.checked",
          data: {
            products: [],
            consentExpiresAt: null,
            error: loginRequired ? error : null,
            loginRequired,
            nextCheckAt,
          },
        },
      ]);
    }
  });
  const { needsMe, counts } = await h.operator("GET /coordinator/command-center");
  const shown = needsMe.filter(({ kind }) => kind === "connection").map(({ title }) => title);
  assert.deepEqual([shown.length, shown[0], counts.needsMe], [25, "Reconnect Bank 30", 30]);
});
