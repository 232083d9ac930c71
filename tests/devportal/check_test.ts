import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { filesWith } from "../secrets/secrets_world.ts";
import { Portal } from "./portal.ts";

Deno.test("the smoke check asks for a token, reads one page and ends the token, which is kept nowhere", async () => {
  await using portal = new Portal();
  await using h = await harness();
  assert.equal((await h.operator("GET /devportal/app")).status, "not_configured");
  assert.equal((await h.json("POST", "/devportal/app/smoke-check", {})).status, 400);
  const configured = await h.json("POST", "/devportal/app", portal.app);
  assert.deepEqual([configured.status, configured.body.status], [201, "configured"]);
  const checked = await h.operator("POST /devportal/app/smoke-check");
  assert.deepEqual(
    [checked.status, checked.lastCheck?.steps.map(({ name, ok, httpStatus }) => [name, ok, httpStatus])],
    ["verified", [["resolve", true, null], ["token", true, 200], ["probe", true, 200], [
      "invalidate",
      true,
      200,
    ]]],
  );
  assert.deepEqual(portal.requests, ["POST /token", "GET /me", "POST /invalidate"]);
  assert.equal(portal.ended, true);
  await h.store.durable();
  assert.deepEqual(filesWith(h.directory, portal.token), []);
  assert.deepEqual(filesWith(h.directory, portal.secret), []);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("within 5 seconds a check gives the same answer again and sends no request; a changed key makes it unverified", async () => {
  await using portal = new Portal();
  const time = { now: Date.now() };
  await using h = await harness({ now: () => new Date(time.now) });
  await h.json("POST", "/devportal/app", portal.app);
  const first = await h.operator("POST /devportal/app/smoke-check");
  assert.deepEqual(await h.operator("POST /devportal/app/smoke-check"), first);
  assert.equal(portal.requests.length, 3);
  time.now += 5_000;
  assert.equal((await h.operator("POST /devportal/app/smoke-check")).checks.length, 2);
  const changed = await h.json("POST", "/devportal/app", { ...portal.app, apiSecret: "another-secret-1234" });
  assert.deepEqual([changed.status, changed.body.status], [200, "configured"]);
  const failing = await h.operator("POST /devportal/app/smoke-check");
  assert.equal(failing.status, "failing");
  time.now += 5_000;
  for (let i = 0; i < 21; i++) {
    await h.operator("POST /devportal/app/smoke-check");
    time.now += 5_000;
  }
  assert.equal((await h.operator("GET /devportal/app")).checks.length, 20);
});

Deno.test("each failing step has its cause and its fix", async () => {
  await using portal = new Portal();
  const time = { now: Date.now() };
  await using h = await harness({ now: () => new Date(time.now) });
  const check = async (change: Record<string, unknown> = {}) => {
    time.now += 10_000;
    await h.json("POST", "/devportal/app", { ...portal.app, ...change });
    const { lastCheck, status } = await h.operator("POST /devportal/app/smoke-check");
    const step = lastCheck!.steps.find(({ ok, fix }) => !ok || fix !== null)!;
    return [status, step.name, step.httpStatus, `${step.detail} ${step.fix}`] as const;
  };
  const expect = async (
    change: Record<string, unknown>,
    name: string,
    status: number | null,
    words: RegExp,
    ends = "failing",
  ) => {
    const found = await check(change);
    assert.deepEqual(found.slice(0, 3), [ends, name, status]);
    assert.match(found[3], words);
  };
  await expect({ apiSecret: "a-wrong-secret-99" }, "token", 401, /key or its secret/);
  portal.instead.set("/me", () => Response.json({ reason: "client-not-enrolled" }, { status: 403 }));
  await expect({}, "probe", 403, /Attach the app to a project/);
  portal.instead.set("/me", () => Response.json({}, { status: 403 }));
  await expect({}, "probe", 403, /permission/);
  portal.instead.set("/me", () => Response.json({}, { status: 429 }));
  await expect({}, "probe", 429, /quota/, "verified");
  portal.instead.clear();
  portal.instead.set("/token", () => Response.json({}, { status: 429 }));
  await expect({}, "token", 429, /quota/, "verified");
  portal.instead.set("/token", () => Response.json({ hello: "world" }));
  await expect({}, "token", 200, /no access_token/);
  portal.instead.set(
    "/token",
    () => new Response(null, { status: 302, headers: { location: "/elsewhere" } }),
  );
  await expect({}, "token", null, /redirect/);
  portal.instead.set("/token", () => new Response("x", { status: 503 }));
  await expect({}, "token", 503, /try again later/);
  await expect({ tokenUrl: "http://127.0.0.1:1/token" }, "resolve", null, /could not be reached/);
  await expect({ tokenUrl: "https://nowhere.invalid/token" }, "resolve", null, /could not be resolved/);
  assert.match(
    (await h.json("POST", "/devportal/app", { tokenUrl: "http://api.example.org/" })).body.error,
    /https/,
  );
});

Deno.test("a check of former keys says nothing about those that were configured meanwhile", async () => {
  await using portal = new Portal();
  await using h = await harness();
  await h.json("POST", "/devportal/app", portal.app);
  const [arrived, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  portal.instead.set("/me", async () => {
    arrived.resolve();
    await held.promise;
    return Response.json({});
  });
  const check = h.operator("POST /devportal/app/smoke-check");
  await arrived.promise;
  await h.json("POST", "/devportal/app", { ...portal.app, apiSecret: "another-secret-1234" });
  held.resolve();
  assert.deepEqual([(await check).status, (await check).checks.length], ["configured", 0]);
});

Deno.test("two checks at once are one", async () => {
  await using portal = new Portal();
  await using h = await harness();
  await h.json("POST", "/devportal/app", portal.app);
  const [one, other] = await Promise.all([1, 2].map(() => h.operator("POST /devportal/app/smoke-check")));
  assert.deepEqual([one!.status, one!.checks.length], ["verified", 1]);
  assert.deepEqual(other, one);
  assert.equal(portal.requests.filter((request) => request === "POST /token").length, 1);
});
