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
