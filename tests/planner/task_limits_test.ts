import assert from "node:assert/strict";
import { harness } from "../harness.ts";

Deno.test("a task is not moved to where the tasks below it would be nested too deep", async () => {
  await using h = await harness();
  const create = async (title: string, parentId?: string) =>
    (await h.operator("POST /planner/tasks", { body: { title, ...(parentId && { parentId }) } })).id;
  const chain = [await create("root")];
  for (let level = 1; level <= 8; level++) chain.push(await create(`level ${level}`, chain.at(-1)));
  const list = await create("list");
  const item = await create("item", list);
  const moveTo = async (level: number) => {
    const body = { parentId: chain[level]! };
    return (await h.json("PATCH", `/planner/tasks/${list}`, body)).status;
  };
  assert.equal(await moveTo(7), 400, "its item would be the ninth");
  assert.equal(await moveTo(6), 200);
  assert.equal(await moveTo(6), 200, "it is there");
  await h.operator("DELETE /planner/tasks/:id", { params: { id: item } });
  assert.equal(await moveTo(7), 200, "what is archived is not in the way");
});

Deno.test("at the limit of tasks, archiving one makes room for another", async () => {
  await using h = await harness();
  const create = () => h.json("POST", "/planner/tasks", { title: "Report" });
  const { body: { id } } = await create();
  h.store.projector.tables.run(
    `insert into {planner_tasks}
     with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 99999)
     select null, id || n, source_id, uid || n, 'done', priority, due, scheduled_start, position + n, parent_id,
       gone_at, created_at, updated_at, stated, overlay, body
     from {planner_tasks}, numbers where id = ?`,
    id,
  );
  const { status, body } = await create();
  assert.deepEqual([status, body.error], [
    400,
    "At most 100000 tasks are allowed. Archive some first.",
  ]);
  await h.operator("DELETE /planner/tasks/:id", { params: { id } });
  assert.equal((await create()).status, 201);
});
