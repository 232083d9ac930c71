import assert from "node:assert/strict";
import { type Harness, harness } from "../harness.ts";
import { PlainServer } from "./plain_server.ts";

const EMAIL = "https://www.googleapis.com/auth/userinfo.email";
const PROFILE = "https://www.googleapis.com/auth/userinfo.profile";
const CALENDAR = "https://www.googleapis.com/auth/calendar.readonly";

/** Connects an account that asks for some scopes, of a server that answers others. */
async function connected(h: Harness, server: PlainServer, { asked, answers }: {
  asked: string[];
  answers: string[];
}) {
  server.token = () => ({ scope: answers.join(" ") });
  await h.operator("POST /oauth/apps/:connectorId", {
    params: { connectorId: "example" },
    body: { ...server.app, clientId: "one", scopes: asked },
  });
  const started = await h.operator("POST /oauth/start", { body: { connectorId: "example" } });
  const state = new URL(started.authorizationUrl!).searchParams.get("state")!;
  return await h.operator("POST /oauth/callback", { body: { state, code: "a-code" } });
}

Deno.test("Google's own names for the email and the profile are what was asked for, after a refresh as well", async () => {
  await using server = new PlainServer();
  await using h = await harness();
  const asked = ["openid", "email", "profile", CALENDAR];
  const account = await connected(h, server, { asked, answers: [CALENDAR, EMAIL, PROFILE, "openid"] });
  assert.deepEqual([account.status, account.extraScopes, account.missingScopes], ["connected", [], []]);
  assert.deepEqual(account.grantedScopes.toSorted(), asked.toSorted());
  const refreshed = await h.operator("POST /oauth/accounts/:id/refresh", {
    params: { id: account.id },
    body: { force: true },
  });
  assert.deepEqual([refreshed.status, refreshed.extraScopes], ["connected", []]);
});

Deno.test("a name of Google's that was asked for stays, and one that was not asked for is more than that", async () => {
  await using server = new PlainServer();
  await using h = await harness();
  const both = await connected(h, server, { asked: [EMAIL], answers: [EMAIL] });
  assert.deepEqual([both.status, both.grantedScopes], ["connected", [EMAIL]]);
  const more = await connected(h, server, { asked: ["email"], answers: [EMAIL, PROFILE] });
  assert.deepEqual([more.status, more.extraScopes], ["quarantined", [PROFILE]]);
});
