import assert from "node:assert/strict";
import { startFixture } from "./fixture.ts";

Deno.test("planner add: the words of the task may be quoted or not; flags override them", async () => {
  await using fixture = await startFixture();
  const add = async (...args: string[]) => {
    const { code, stdout, stderr } = await fixture.main(["planner", "add", ...args, "--json"]);
    assert.equal(code, 0, stderr);
    const { title, priority, tags } = JSON.parse(stdout);
    return { title, priority, tags };
  };
  assert.deepEqual(await add("Buy", "milk", "#home", "!1"), {
    title: "Buy milk",
    priority: 1,
    tags: ["home"],
  });
  assert.deepEqual(await add("Buy milk #home"), { title: "Buy milk", priority: 0, tags: ["home"] });
  assert.deepEqual(await add("Buy milk", "--priority", "2"), { title: "Buy milk", priority: 2, tags: [] });
  const none = await fixture.main(["planner", "add"]);
  assert.equal(none.code, 2);
  assert.match(none.stderr, /✗ --quick-add is invalid: say what to do, such as: Call Ann tomorrow at 15:00/);
});
