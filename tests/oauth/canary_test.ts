import assert from "node:assert/strict";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { accessTokenOf } from "../../services/accounts/oauth/access_token.ts";
import { AGENT } from "../tokens.ts";
import { TestRepository } from "../git.ts";
import { sightingsOf } from "../kit/sightings.ts";
import { crawl } from "../secrets/crawl.ts";
import { filesBelow } from "../secrets/secrets_world.ts";
import { answered, linked } from "./oauth_world.ts";
import { CLIENT } from "./oidc_server.ts";

Deno.test("tokens, codes and the client's secret are in no answer, event, stream, log, replay packet, backup, file and child's environment; the agent learns of nothing", async () => {
  using repository = TestRepository.make();
  await using world = await linked({ harness: { workers: 1 } });
  const { h, server, account } = world;
  const url = await answered(h, server);
  const used = new URL(url).searchParams;
  await h.operator("POST /oauth/callback", { body: { url } });
  await h.operator("POST /oauth/accounts/:id/refresh", { params: { id: account.id }, body: { force: true } });
  const token = await accessTokenOf(contextFor(h.service, "system"), account.id, {
    call: "test",
    host: "api.example.org",
  });
  assert.ok(server.tokens.has(token), "the control: the tokens are those that the server gave");
  // Backwards, so that nothing takes out of the output what a child could have seen.
  const { id: runId } = await h.operator("POST /coordinator/runs", {
    body: { request: 'create b.txt with "b"', repoPath: repository.root, verifier: { command: "env | rev" } },
  });
  await h.settled(runId);
  await h.operator("POST /oauth/accounts/:id/revoke", { params: { id: account.id }, body: {} });
  const { id: other } = await h.operator("POST /oauth/callback", {
    body: { url: await answered(h, server) },
  });
  await h.operator("POST /control-plane/backups", { body: {} });
  await h.service.backups.idle();

  const canaries = [...server.tokens, CLIENT.clientSecret, used.get("code")!, used.get("state")!];
  assert.ok(canaries.length >= 12);
  const sightings = sightingsOf(canaries);
  const answers = await crawl(h);
  const backwards = (text: string) => [...text].reverse().join("");
  for (const { key, path, text } of answers) {
    assert.deepEqual(sightings(text), [], `${key} ${path}`);
    assert.deepEqual(sightings(backwards(text)), [], `the environment in ${key} ${path}`);
  }
  const read = (key: string, what: string) =>
    answers.some((answer) => answer.key === key && answer.status === 200 && answer.text.includes(what));
  assert.ok(read("GET /runs/:id/replay-packet", runId), "the control: a replay packet was read");
  assert.ok(read("GET /runs/:id/artifact", backwards("PATH=")), "the control: an environment was read");
  for (const event of h.store.events.after(0, 100_000)) {
    assert.deepEqual(sightings(JSON.stringify(event)), [], event.type);
  }
  for (const { path, text } of filesBelow(h.directory)) {
    if (path !== h.service.vault.keyFile) assert.deepEqual(sightings(text), [], path);
  }

  const names = [account.id, other, "Ada Example", "a…@example.org", "oauth_account", server.issuer];
  const told = answers.filter(({ token, status }) => token === AGENT && status === 200);
  assert.ok(told.length > 10);
  for (const { path, text } of told) {
    if (path === "/openapi.json" || path === "/docs") continue;
    assert.deepEqual(names.filter((name) => text.includes(name)), [], path);
  }
  const refused = answers.filter(({ token, key }) => token === AGENT && /oauth\/(?:accounts|apps)/.test(key));
  assert.ok(refused.length > 1);
  assert.deepEqual([...new Set(refused.map(({ status }) => status))], [403]);
});
