import assert from "node:assert/strict";
import { harness } from "../harness.ts";

const SOURCE = `# The team's notes.
name: Notes
nodes:
  - id: write # the only step
    kind: prompt
    with:
      content: create NOTES.md with "first notes"
`;
const withCommand =
  `${SOURCE}  - id: look\n    kind: command\n    dependsOn: [write]\n    with:\n      command: cat NOTES.md\n`;

Deno.test("POST /saved-workflows keeps every version, and the same text again makes none", async () => {
  await using h = await harness();
  const first = await h.json("POST", "/saved-workflows", { source: SOURCE });
  assert.deepEqual([first.status, first.body.status, first.body.latestVersion], [201, "inactive", 1]);
  const { id } = first.body;
  const again = await h.json("POST", "/saved-workflows", { id, source: SOURCE });
  assert.deepEqual([again.status, again.body.latestVersion], [200, 1]);

  const events = await h.eventsOf(async () => {
    const { status } = await h.json("POST", "/saved-workflows", { id, source: withCommand, note: "look" });
    assert.equal(status, 200, "it is a version of what there was");
  });
  assert.deepEqual(events.map(({ type }) => type), ["workflow.revised"]);
  const shown = await h.operator("GET /saved-workflows/:id", { params: { id } });
  assert.deepEqual(shown.versions.map(({ version, note }) => [version, note]), [[2, "look"], [1, undefined]]);
  assert.deepEqual(shown.diff?.nodes, [{ id: "look", change: "added" }]);
  assert.deepEqual(shown.diff?.blastRadius.map(({ id }) => id), ["commands", "classes", "without approval"]);
  const old = await h.operator("GET /saved-workflows/:id", { params: { id }, query: { version: 1 } });
  assert.equal(old.source, SOURCE);
});

Deno.test("POST /saved-workflows with a definition keeps the comments of the text before", async () => {
  await using h = await harness();
  const { id, definition } = await h.operator("POST /saved-workflows", { body: { source: SOURCE } });
  const changed = structuredClone(
    JSON.parse(JSON.stringify({ name: definition.name, nodes: definition.nodes })),
  );
  changed.nodes = [{ id: "write", kind: "prompt", with: { content: 'create NOTES.md with "second"' } }];
  const { source } = await h.operator("POST /saved-workflows", { body: { id, definition: changed } });
  assert.equal(source, SOURCE.replace("first notes", "second"));
});

Deno.test("POST /saved-workflows refuses what is not valid with every error and its place, and changes nothing", async () => {
  await using h = await harness();
  const before = h.store.head;
  const { status, body } = await h.json("POST", "/saved-workflows", {
    source: SOURCE.replace("kind: prompt", "kind: promt").replace("nodes:", "nodez: 1\nnodes:"),
  });
  assert.equal(status, 400);
  assert.match(body.error, /Line 3, column 1: "nodez" is not a valid key\. Did you mean "nodes"\?/);
  assert.match(body.error, /Line 6, column 11: There is no node kind "promt"\. Did you mean "prompt"\?/);
  assert.equal(h.store.head, before);
});

Deno.test("POST /saved-workflows/:id/activate binds the version to what was seen that it may touch", async () => {
  await using h = await harness();
  const { id, blastRadius } = await h.operator("POST /saved-workflows", { body: { source: SOURCE } });
  await h.operator("POST /saved-workflows", { body: { id, source: withCommand } });
  const path = `/saved-workflows/${id}/activate`;
  const stale = await h.json("POST", path, { blastRadiusDigest: blastRadius.digest });
  assert.equal(stale.status, 400);
  assert.match(stale.body.error, /what version 2 may touch has the digest/);

  const active = await h.json("POST", path, { version: 1, blastRadiusDigest: blastRadius.digest });
  assert.deepEqual([active.body.status, active.body.activeVersion, active.body.latestVersion], [
    "active",
    1,
    2,
  ]);
  assert.equal((await h.eventsOf(() => h.json("POST", path, { version: 1 }))).length, 0);
  const off = await h.json("POST", `/saved-workflows/${id}/deactivate`, { reason: "too noisy" });
  assert.deepEqual([off.body.status, off.body.activeVersion], ["inactive", null]);
  assert.equal((await h.json("POST", path, { version: 3 })).status, 400);
});

Deno.test("DELETE /saved-workflows/:id takes it out of lists and of use", async () => {
  await using h = await harness();
  const { id } = await h.operator("POST /saved-workflows", { body: { source: SOURCE } });
  const { body } = await h.json("DELETE", `/saved-workflows/${id}`);
  assert.deepEqual([body.id, body.deleted], [id, true]);
  assert.deepEqual(await h.operator("GET /saved-workflows"), []);
  for (const [method, path] of [["GET", ""], ["POST", "/activate"]]) {
    assert.equal((await h.json(method!, `/saved-workflows/${id}${path}`)).status, 404);
  }
  const again = await h.json("DELETE", `/saved-workflows/${id}`);
  assert.deepEqual([again.status, again.body], [200, body]);
});

Deno.test("POST /saved-workflows with an idempotency key saves once", async () => {
  await using h = await harness();
  const send = () =>
    h.send("/saved-workflows", {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": "one" },
      body: JSON.stringify({ source: SOURCE }),
    });
  const [one, two] = [await (await send()).json(), await (await send()).json()];
  assert.equal(one.id, two.id);
  assert.equal((await h.operator("GET /saved-workflows")).length, 1);
});

Deno.test("a version whose file is gone says so in the list, and keeps nobody from listing or deleting the others", async () => {
  await using h = await harness();
  const lost = await h.operator("POST /saved-workflows", { body: { source: SOURCE } });
  const { id } = await h.operator("POST /saved-workflows", { body: { source: withCommand } });
  await Deno.remove(h.service.artifacts.path(lost.versions[0]!.sha256));
  const listed = await h.operator("GET /saved-workflows", { query: {} });
  assert.deepEqual(listed.map((each) => [each.id, each.validation.valid]), [[id, true], [lost.id, false]]);
  assert.equal(listed[1]!.validation.errors[0]!.rule, "unreadable");
  assert.equal(listed[1]!.blastRadius.commands.basis, "unbounded");
  await h.operator("GET /capabilities", { query: {} });
  await h.operator("DELETE /saved-workflows/:id", { params: { id } });
  await h.operator("DELETE /saved-workflows/:id", { params: { id: lost.id } });
  assert.deepEqual(await h.operator("GET /saved-workflows", { query: {} }), []);
});
