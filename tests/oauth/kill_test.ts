import assert from "node:assert/strict";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { accessTokenOf } from "../../services/accounts/oauth/access_token.ts";
import { Harness, harness, OPERATOR } from "../harness.ts";
import { programFile } from "../programs.ts";
import { startProcess } from "../secrets/service.ts";
import { configure, connected } from "./oauth_world.ts";
import { OidcServer } from "./oidc_server.ts";

const SERVICE = programFile("tests/oauth/faults/main.ts");

/** What the server's own count says was spent, and what becomes of the account at the next start. */
const POINTS: Record<string, { spent: number; status: string; reason: string | null; after: string[] }> = {
  "asked": { spent: 0, status: "connected", reason: null, after: ["refresh_token"] },
  "sent": { spent: 1, status: "reauth_required", reason: "rotation_lost", after: ["refresh_token refused"] },
  "answered": {
    spent: 1,
    status: "reauth_required",
    reason: "rotation_lost",
    after: ["refresh_token refused"],
  },
  "first-stored": {
    spent: 1,
    status: "reauth_required",
    reason: "rotation_lost",
    after: ["refresh_token refused"],
  },
  "all-stored": {
    spent: 1,
    status: "reauth_required",
    reason: "rotation_lost",
    after: ["refresh_token refused"],
  },
  "recorded": { spent: 1, status: "connected", reason: null, after: [] },
};

for (const [point, expected] of Object.entries(POINTS)) {
  Deno.test(`kill -9 in a refresh (${point}): what the server spent is never taken for what is held`, async () => {
    await using server = await OidcServer.start();
    const first = await harness();
    await configure(first, server);
    const { id } = await connected(first, server);
    await first.close();
    server.grants.length = 0;

    await using service = await startProcess({
      AGENT_HARNESS_STORAGE_DIR: first.directory,
      AGENT_HARNESS_TOKEN: OPERATOR,
      AGENT_HARNESS_WORKERS: "0",
      FAULT_POINT: point,
    }, SERVICE);
    if (point === "sent") server.onAnswer = () => Deno.kill(service.pid, "SIGKILL");
    await assert.rejects(fetch(`${service.url}/oauth/accounts/${id}/refresh`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${OPERATOR}` },
      body: '{"force":true}',
    }));
    assert.equal((await service.ended).signal, "SIGKILL", service.printed());
    assert.deepEqual(server.grants, Array.from({ length: expected.spent }, () => "refresh_token"));

    server.onAnswer = () => {};
    server.grants.length = 0;
    await using h = await Harness.open({}, first.directory);
    await h.composition.clock.runOnce();
    await h.composition.clock.idle();
    assert.deepEqual(server.grants, expected.after, "one try, and no more");
    await h.composition.clock.runOnce();
    await h.composition.clock.idle();
    assert.equal(server.grants.length, expected.after.length, "and not again");
    const account = (await h.operator("GET /oauth/accounts")).find((each) => each.id === id)!;
    assert.deepEqual([account.status, account.statusReason], [expected.status, expected.reason]);
    const token = () =>
      accessTokenOf(contextFor(h.service, "system"), id, { call: "test", host: "api.example.org" });
    if (expected.status === "connected") assert.equal(await server.isActive(await token()), true);
    else {
      await assert.rejects(token(), /must be reconnected \(rotation_lost\)/);
      assert.equal((await connected(h, server, { accountId: id })).id, id);
      assert.equal(await server.isActive(await token()), true);
    }
    assert.deepEqual(h.rebuildDifferences(), []);
  });
}
