import assert from "node:assert/strict";
import { RunWorld } from "./run_world.ts";

const DECIDED = ["workflow.branch_taken", "workflow.loop_iterated", "workflow.items_resolved"];

async function decidedIn({ h }: Pick<RunWorld, "h">, runId: string, cursor?: string): Promise<string[]> {
  const { items, hasMore, nextCursor } = await h.operator("GET /runs/:id/timeline", {
    params: { id: runId },
    query: { limit: 200, ...(cursor && { cursor }) },
  });
  const decided = items.filter(({ type }) => DECIDED.includes(type)).map(({ summary }) => summary);
  return hasMore ? [...decided, ...await decidedIn({ h }, runId, nextCursor)] : decided;
}

const SOURCE = `name: Decides
nodes:
  - id: again
    kind: loop
    with:
      max: 3
      until: iteration.number >= 2
      nodes:
        - id: each
          kind: fan_out
          with:
            items: '["x", "y", "z"]'
            maxParallel: 1
            nodes:
              - { id: one, kind: command, with: { command: 'true' } }
              - { id: two, kind: command, dependsOn: [one], with: { command: 'true' } }
  - id: none
    kind: fan_out
    dependsOn: [again]
    with:
      items: '[]'
      nodes: [{ id: never, kind: command, with: { command: 'true' } }]
  - id: choose
    kind: branch
    dependsOn: [none]
    with:
      cases: [{ when: nodes.again.iterations == 2, id: left }]
      default: right
  - { id: left, kind: command, dependsOn: [choose], with: { command: 'true' } }
  - { id: right, kind: command, dependsOn: [choose], with: { command: 'true' } }
  - id: agree
    kind: approval
    dependsOn: [left]
    with: { title: Good?, onReject: rework, rework: { node: choose } }
`;

Deno.test("the events of a run say once what was decided: branches, iterations and items, and what rework decides again", async () => {
  await using world = await RunWorld.open();
  const runId = await world.start(SOURCE);
  await world.settled(runId);
  const expected = [
    '"again" began iteration 1.',
    '"again[1].each" has 3 items.',
    '"again" began iteration 2.',
    '"again[2].each" has 3 items.',
    '"none" has 0 items.',
    '"choose" took "left".',
  ];
  assert.deepEqual(await decidedIn(world, runId), expected);
  await world.decide(runId, "reject");
  assert.deepEqual(await decidedIn(world, runId), [...expected, '"choose" took "left".']);
  assert.deepEqual(world.h.rebuildDifferences(), []);
});
