import assert from "node:assert/strict";
import { recordOf } from "../../store/shared/records.ts";
import { OidcServer } from "../oauth/oidc_server.ts";
import { configure } from "../oauth/oauth_world.ts";
import { calendarFile, event } from "../planner/planner_world.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";

type Answer = Record<string, unknown> & { id: string };

/** Returns an app without the times at which it was changed and its server was asked. */
const steady = ({ updatedAt: _, endpoints, ...rest }: Record<string, unknown>) => ({
  ...rest,
  endpoints: { ...recordOf(endpoints), fetchedAt: null },
});

/** Reads what an address shows, sends exactly that to another one, and returns both answers. */
async function sentBack(h: Harness, from: string, to: string, more: Record<string, unknown> = {}) {
  const { body: shown } = await h.json("GET", from);
  const { status, body } = await h.json("POST", to, { ...shown, ...more });
  assert.ok(status === 200 || status === 201, `${from} to ${to}: ${body.error}`);
  return { shown, status, body };
}

Deno.test("an automation is accepted back as it is shown, whatever triggers it, and stays the same", async () => {
  await using h = await harness({ workers: 0 });
  using repository = TestRepository.make();
  const store = async (name: string) =>
    (await h.operator("POST /secrets", { body: { name, kind: "webhook", value: `a-secret-for-${name}` } }))
      .id;
  const [secretId, previousSecretId] = [await store("hook/new"), await store("hook/old")];
  const types = ["run.failed"];
  const at = "2099-01-01T00:00:00.000Z";
  const triggers = [
    { kind: "event" as const, types },
    { kind: "event" as const, types, filter: "true" },
    { kind: "webhook" as const, path: "one", secretId },
    { kind: "webhook" as const, path: "two", secretId, previousSecretId, until: at, filter: "true" },
    { kind: "schedule" as const, every: "PT1H" },
    { kind: "schedule" as const, at },
    { kind: "schedule" as const, cron: "0 3 * * *" },
    { kind: "manual" as const },
  ];
  const action = { kind: "run" as const, request: "run true", repoPath: repository.root };
  for (const trigger of triggers) {
    const { id } = await h.operator("POST /automations", { body: { name: "Again", trigger, action } });
    const { shown, status, body } = await sentBack(h, `/automations/${id}`, "/automations");
    assert.deepEqual([status, body.id, body.trigger, body.action], [200, id, shown.trigger, shown.action]);
    const read = await h.json("POST", "/automations/read-trigger", { trigger: shown.trigger });
    assert.deepEqual([read.status, read.body.trigger], [200, shown.trigger]);
  }
});

Deno.test("a saved workflow is accepted back as it is shown, and refused if only one of its two forms was changed", async () => {
  await using h = await harness({ workers: 0 });
  const source = `name: Notes
# Kept
inputs:
  type: object
  properties:
    who:
      type: string
nodes:
  - id: write
    kind: prompt
    with:
      content: create NOTES.md with "first notes"
  - id: check
    kind: command
    dependsOn: [write]
    with:
      command: cat NOTES.md
`;
  const { id } = await h.operator("POST /saved-workflows", { body: { source } });
  const { status, body, shown } = await sentBack(h, `/saved-workflows/${id}`, "/saved-workflows");
  assert.deepEqual([status, body.latestVersion, body.source], [200, 1, source]);
  const changed = { ...shown, source: source.replace("first", "other") };
  const refused = await h.json("POST", "/saved-workflows", changed);
  assert.deepEqual([refused.status, refused.body.error], [
    400,
    "source and definition are different workflows. Send only the one that you changed.",
  ]);
  assert.equal((await h.json("POST", "/saved-workflows", { id })).status, 400);
  const other = await h.json("POST", "/saved-workflows", { ...changed, definition: undefined });
  assert.deepEqual([other.status, other.body.latestVersion], [200, 2]);
});

Deno.test("an app of a connector is accepted back as it is shown, and stays disabled if it is", async () => {
  await using h = await harness({ workers: 0 });
  await using server = await OidcServer.start();
  await configure(h, server);
  const path = "/oauth/apps/example";
  const ready = await sentBack(h, path, path);
  assert.deepEqual(steady(ready.body), steady(ready.shown));
  assert.equal(ready.body.status, "ready");
  const disabled = await sentBack(h, path, path, { status: "disabled" });
  assert.equal(disabled.body.status, "disabled");
  assert.equal((await sentBack(h, path, path)).body.status, "disabled");
});

Deno.test("what is shown of a conversation, an audio session, a secret and a change of a profile is accepted, nulls included", async () => {
  await using h = await harness({ workers: 0 });
  const made = async (path: string, body: Record<string, unknown>, more: Record<string, unknown> = {}) => {
    const first = await h.json("POST", path, body);
    assert.equal(first.status, 201, first.body.error);
    const again = await h.json("POST", path, { ...first.body as Answer, ...more });
    assert.ok(again.status === 200 || again.status === 201, `${path}: ${again.body.error}`);
    return [first.body, again.body];
  };
  const [, conversation] = await made("/coordinator/conversations", { title: "Notes" });
  assert.deepEqual([conversation.title, conversation.activeRunId], ["Notes", null]);
  const [, audio] = await made("/audio-sessions", { kind: "transcription", title: "A note" });
  assert.deepEqual([audio.title, audio.language, audio.consent], ["A note", null, null]);
  const value = "a-key-of-nobody";
  const [first, secret] = await made("/secrets", { name: "a/b", kind: "api-key", value }, {
    value: "another-key-of-nobody",
  });
  assert.deepEqual([secret.id, secret.reference], [first.id, null]);
  const change = { targetProfileId: "worker", targetId: null, proposed: { description: "Does tasks." } };
  assert.equal((await h.json("POST", "/agent-profile-changes", change)).status, 201);
});

Deno.test("a suppression is accepted back as it is shown", async () => {
  await using h = await harness({ workers: 0 });
  const day = h.service.now().toTemporalInstant().add({ hours: 48 }).toString().slice(0, 10);
  const start = (time: string) => `${day.replaceAll("-", "")}T${time}Z`;
  const path = calendarFile([
    event({ uid: "one", start: start("090000") }),
    event({ uid: "two", start: start("093000") }),
  ]);
  const sources = [{ id: "home", kind: "ics_file" as const, path }];
  await h.operator("POST /planner/settings", { body: { timeZone: "UTC", sources } });
  await h.operator("POST /planner/refresh", { body: {} });
  const [conflict] = await h.operator("GET /planner/conflicts");
  const to = `/planner/conflicts/${conflict!.id}/suppress`;
  const first = await h.json("POST", to, {});
  const again = await h.json("POST", to, first.body);
  assert.ok(again.status < 300, again.body.error);
  assert.deepEqual([again.body.reason, again.body.until], [null, null]);
});
