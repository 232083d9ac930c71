import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { opensslTest, World } from "../outbound/world.ts";
import { Portal } from "./portal.ts";

Deno.test("the app is read back as sent, and the last letters of its key tell it from another", async () => {
  await using portal = new Portal();
  await using h = await harness();
  const { apiSecret: _, ...keyAlone } = portal.app;
  const half = await h.json("POST", "/devportal/app", keyAlone);
  assert.equal(half.body.status, "incomplete");
  assert.deepEqual(half.body.problems.map(({ code }: { code: string }) => code), ["api_secret_missing"]);
  const configure = async (more: Record<string, unknown>) =>
    (await h.json("POST", "/devportal/app", { ...portal.app, ...more })).body;
  const plain = await configure({});
  assert.deepEqual([plain.status, plain.scopes, plain.authMethod], [
    "configured",
    [],
    "client_secret_basic",
  ]);
  const one = { displayName: "Shop", environment: "staging", authMethod: "client_secret_post" };
  const two = { displayName: "Store", environment: "test", authMethod: "client_secret_basic" };
  const cases = [[one, "first-key-of-forty-letters-and-more-00001"], [two, `${"0".repeat(40)}22`]] as const;
  for (const [said, apiKey] of cases) {
    const scopes = [`read:${said.environment}`];
    const body = await configure({ ...said, scopes, apiKey });
    const { displayName, environment, authMethod } = body;
    assert.deepEqual({ displayName, environment, authMethod }, said);
    assert.deepEqual(body.scopes, scopes);
    assert.ok(
      apiKey.endsWith(body.apiKeyPreview.slice(1)) && body.apiKeyPreview.length > 1,
      body.apiKeyPreview,
    );
  }
});

Deno.test("what is left out of a later configuration stays as it was, and null clears it", async () => {
  await using portal = new Portal();
  await using h = await harness();
  const more = {
    invalidateUrl: portal.app.tokenUrl,
    scopes: ["read"],
    environment: "staging",
    displayName: "Shop",
    authMethod: "client_secret_post",
  };
  const configure = async (body: unknown) => (await h.json("POST", "/devportal/app", body)).body;
  const first = await configure({ ...portal.app, ...more });
  const again = await configure({ tokenUrl: portal.app.tokenUrl });
  for (const field of ["invalidateUrl", "probeUrl", "scopes", "environment", "displayName"]) {
    assert.deepEqual(again[field], first[field], field);
  }
  const cleared = await configure({
    tokenUrl: portal.app.tokenUrl,
    invalidateUrl: null,
    probeUrl: null,
    scopes: null,
    environment: null,
    displayName: null,
    authMethod: null,
  });
  assert.deepEqual([cleared.invalidateUrl, cleared.probeUrl, cleared.scopes], [null, null, []]);
  assert.deepEqual([cleared.environment, cleared.displayName, cleared.authMethod], [
    "production",
    "Developer portal",
    "client_secret_basic",
  ]);
});

Deno.test("another server gets no stored key: both are sent again; an address has no user or password", async () => {
  await using portal = new Portal();
  await using other = new Portal();
  await using h = await harness();
  await h.json("POST", "/devportal/app", portal.app);
  const { apiKey, apiSecret, tokenUrl, ...addresses } = other.app;
  const refused = [
    { tokenUrl },
    { tokenUrl, ...addresses, apiKey },
    { tokenUrl: portal.app.tokenUrl, invalidateUrl: addresses.invalidateUrl },
  ];
  for (const body of refused) {
    const { status, body: { error } } = await h.json("POST", "/devportal/app", body);
    assert.deepEqual([status, error.includes(other.url)], [400, true], JSON.stringify(body));
  }
  const named = { ...portal.app, tokenUrl: portal.app.tokenUrl.replace("http://", "http://ann:secret@") };
  assert.equal((await h.json("POST", "/devportal/app", named)).status, 400);
  await h.operator("POST /devportal/app/smoke-check");
  assert.deepEqual([other.requests, portal.requests.length], [[], 3]);
  const renamed = await h.json("POST", "/devportal/app", {
    tokenUrl: `${portal.url}/other`,
    displayName: "Shop",
  });
  assert.deepEqual([renamed.status, renamed.body.displayName], [200, "Shop"]);
  assert.equal(
    (await h.json("POST", "/devportal/app", { tokenUrl, ...addresses, apiKey, apiSecret })).status,
    200,
  );
});

Deno.test("the receipt of a key names each server that it was sent to", async () => {
  await using portal = new Portal();
  await using other = new Portal();
  await using h = await harness();
  await h.json("POST", "/devportal/app", { ...portal.app, invalidateUrl: other.app.invalidateUrl });
  await h.operator("POST /devportal/app/smoke-check");
  const used = h.store.database.all<{ host: string }>(
    "select data ->> 'host' as host from events where type = 'secret.used' order by seq",
  );
  const hosts = [portal, other].map(({ url }) => new URL(url).host);
  assert.deepEqual(used.map(({ host }) => host), [hosts[0], hosts[0], hosts[1], hosts[1]]);
});

opensslTest("a certificate without a trusted issuer fails the step tls, and no key is sent", async () => {
  await using world = new World();
  const { authority: _, ...tls } = await world.certificate("portal.example");
  const site = await world.site((_, answer) => answer.end("{}"), { tls });
  await using portal = new Portal();
  await using h = await harness();
  await h.json("POST", "/devportal/app", { ...portal.app, tokenUrl: `https://127.0.0.1:${site.port}/token` });
  const { status, lastCheck } = await h.operator("POST /devportal/app/smoke-check");
  const [step] = lastCheck!.steps;
  assert.deepEqual([status, step!.name, step!.ok, lastCheck!.steps.length], ["failing", "tls", false, 1]);
  assert.match(step!.fix!, /proxy that opens TLS/);
  assert.deepEqual(site.requests, []);
});
