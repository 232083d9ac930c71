import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";

const SOURCE = `name: Look
hosts: [a.example, b.example]
nodes:
  - { id: look, kind: http_read, with: { url: "https://a.example/x" } }
  - { id: test, kind: command, dependsOn: [look], with: { command: make, network: true } }
  - { id: tell, kind: notify, dependsOn: [test], with: { title: t, content: done } }
`;

Deno.test("what a workflow may touch says which nodes it comes from: classes and hosts, too", async () => {
  await using h = await harness();
  const { blastRadius: { classes, hosts } } = await h.operator("POST /saved-workflows", {
    body: { source: SOURCE },
  });
  assert.deepEqual([classes.items, classes.from], [["command", "network", "none"], ["look", "test", "tell"]]);
  assert.deepEqual([hosts.items, hosts.from], [["a.example", "b.example"], ["look", "test"]]);
});

Deno.test("what a node may touch that starts another workflow as a separate run cannot be predicted, and its version counts", async () => {
  await using h = await harness();
  using repository = TestRepository.make();
  const save = (source: string, id?: string) =>
    h.operator("POST /saved-workflows", { body: { source, ...(id && { id }) } });
  const child = await save("name: C\nnodes:\n  - { id: do, kind: command, with: { command: make } }\n");
  const starts = (version: number) =>
    `name: P\nmaxCostUsd: 1\nnodes:\n  - { id: sub, kind: workflow, with: { workflowId: ${child.id}, version: ${version}, mode: run } }\n`;
  const { id, blastRadius } = await save(starts(1));
  const { files, commands, hosts, secrets, classes, models, money, approvals } = blastRadius;
  for (const each of [files, commands, hosts, secrets, classes, models]) {
    assert.deepEqual([each.basis, each.from], ["unbounded", ["sub"]]);
  }
  assert.deepEqual([money.perRunUsd, money.unknown, approvals.withoutApproval], [null, ["sub"], ["sub"]]);

  await save("name: C\nnodes:\n  - { id: do, kind: command, with: { command: make other } }\n", child.id);
  await save(starts(2), id);
  const path = `/saved-workflows/${id}/activate`;
  const stale = await h.json("POST", path, { blastRadiusDigest: blastRadius.digest });
  assert.equal(stale.status, 400, "it may touch something else now");
  const seen = (await h.operator("GET /saved-workflows/:id", { params: { id } })).blastRadius.digest;
  assert.equal((await h.json("POST", path, { blastRadiusDigest: seen })).status, 200);

  const automation = await h.operator("POST /automations", {
    body: {
      name: "x",
      trigger: { kind: "schedule", cron: "0 3 * * *" },
      action: { kind: "workflow", workflowId: id, repoPath: repository.root },
    } as never,
  });
  const { perMonth } = await h.operator("GET /automations/:id/preview", {
    params: { id: automation.id },
    query: {},
  });
  assert.deepEqual([perMonth.costUsd, perMonth.unknownCosts, perMonth.maxCostUsd], [null, ["sub"], null]);
});

Deno.test("a circle is named as a whole, in the order in which its nodes depend on each other", async () => {
  await using h = await harness();
  const node = (id: string, ...needs: string[]) =>
    `  - { id: ${id}, kind: wait, dependsOn: [${needs}], with: { for: PT1S } }\n`;
  const sentence = async (...nodes: string[]) =>
    (await h.json("POST", "/saved-workflows", { source: `name: c\nnodes:\n${nodes.join("")}` })).body.error;
  assert.match(
    await sentence(node("z"), node("a", "z", "c"), node("b", "a"), node("c", "z", "b")),
    /The node "a" depends on itself: "a" → "c" → "b" → "a"\./,
  );
  assert.match(await sentence(node("a", "a")), /The node "a" depends on itself: "a" → "a"\./);
});
