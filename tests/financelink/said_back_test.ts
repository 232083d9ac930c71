import assert from "node:assert/strict";
import { linkItem, onProvider } from "./financelink_world.ts";

const fault = (error_type: string, error_code: string): Response =>
  Response.json({ error_type, error_code, error_message: "words of the provider" }, { status: 400 });

Deno.test("the app is read back as sent; a check that fails says by which code, and what to do", async () => {
  await using world = await onProvider();
  const { h, provider } = world;
  const one = { clientId: "client-2", clientName: "Two", language: "de", countryCodes: ["DE", "AT"] };
  for (
    const said of [{ clientId: "client-1", clientName: "One", language: "fr", countryCodes: ["FR"] }, one]
  ) {
    const app = await h.operator("POST /financelink/app", { body: { ...provider.app, ...said } });
    const { clientId, clientName, language, countryCodes } = app;
    assert.deepEqual({ clientId, clientName, language, countryCodes }, said);
  }
  const check = () => h.operator("POST /financelink/app/smoke-check");
  const wrong = await check();
  assert.deepEqual([wrong.status, wrong.lastCheck!.ok, wrong.lastCheck!.code, wrong.lastCheck!.httpStatus], [
    "failing",
    false,
    "INVALID_API_KEYS",
    400,
  ]);
  assert.match(wrong.lastCheck!.fix!, /Copy the client id/);
  await h.operator("POST /financelink/app", { body: provider.app });
  provider.instead.set("/link/token/create", () => fault("INVALID_REQUEST", "INVALID_PRODUCT"));
  const denied = await check();
  assert.equal(denied.lastCheck!.code, "INVALID_PRODUCT");
  assert.match(denied.lastCheck!.fix!, /enable the product/);
  assert.notEqual(denied.lastCheck!.detail, wrong.lastCheck!.detail);
  const secret = (await h.operator("GET /secrets")).find(({ name }) => name === "financelink/sandbox")!;
  await h.operator("POST /secrets/:id/delete", { params: { id: secret.id } });
  const without = await h.operator("GET /financelink/app");
  assert.deepEqual([without.status, without.secretStatus], ["incomplete", "removed"]);
});

Deno.test("two items have their institutions and accounts, each with its own settings", async () => {
  await using world = await onProvider();
  const { h, provider } = world;
  await linkItem(h, provider);
  provider.institution = { institution_id: "ins_2", name: "Second Bank" };
  provider.account = { name: "Visa", type: "credit", subtype: "credit card", iso_currency_code: "USD" };
  provider.mask = "1111";
  const { item, accounts: [account] } = (await linkItem(h, provider)).body;
  assert.deepEqual(item.institution, { id: "ins_2", name: "Second Bank" });
  assert.deepEqual([account.name, account.type, account.subtype, account.currency], [
    "Visa",
    "credit",
    "credit card",
    "USD",
  ]);
  for (
    const settings of [
      { alias: "Card", enabled: false, hidden: true },
      { alias: "Travel", enabled: true, hidden: false },
    ]
  ) {
    const { alias, enabled, hidden } = await h.operator("POST /financelink/accounts/:id/settings", {
      params: { id: account.id },
      body: settings,
    });
    assert.deepEqual({ alias, enabled, hidden }, settings);
  }
  const { counts } = await h.operator("GET /financelink/connections");
  assert.deepEqual(counts, { healthy: 2 });
});

Deno.test("an item is unchecked until the provider has told of it, and an error of the provider's stands on it", async () => {
  await using world = await onProvider();
  const { h, provider } = world;
  const statuses = async () =>
    (await h.operator("GET /financelink/connections")).items.map(({ status }) => status);
  let meanwhile: string[] = [];
  provider.instead.set("/item/get", async () => {
    meanwhile = await statuses();
    return fault("INSTITUTION_ERROR", "INSTITUTION_DOWN");
  });
  const { item } = (await linkItem(h, provider)).body;
  assert.deepEqual(meanwhile, ["unchecked"]);
  assert.deepEqual([item.status, item.error.type, item.error.code], [
    "error",
    "INSTITUTION_ERROR",
    "INSTITUTION_DOWN",
  ]);
  assert.match(item.error.fix, /checked again in an hour/);
  provider.instead.clear();
  world.time.now += 3_600_000;
  await world.runClock();
  assert.deepEqual(await statuses(), ["healthy"]);
});

Deno.test("a removal is pending while the provider is told; what it knows no more is already gone", async () => {
  await using world = await onProvider();
  const { h, provider } = world;
  const { item } = (await linkItem(h, provider)).body;
  let meanwhile: string | undefined;
  provider.instead.set("/item/remove", async () => {
    const { items } = await h.operator("GET /financelink/connections");
    meanwhile = items[0]!.removal?.remote;
    return fault("ITEM_ERROR", "ITEM_NOT_FOUND");
  });
  const ended = await h.operator("POST /financelink/items/:id/disconnect", {
    params: { id: item.id },
    body: {},
  });
  assert.deepEqual([meanwhile, ended.remote, ended.item.status, ended.materialRemoved], [
    "pending",
    "already_gone",
    "disconnected",
    true,
  ]);
});

Deno.test("a link token says for which environment it is", async () => {
  await using world = await onProvider();
  const { h, provider } = world;
  for (const environment of ["sandbox", "production"] as const) {
    await h.operator("POST /financelink/app", { body: { ...provider.app, environment } });
    const link = await h.operator("POST /financelink/link/token/create", { body: {} });
    assert.equal(link.environment, environment);
  }
});
