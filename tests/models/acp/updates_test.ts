import assert from "node:assert/strict";
import { ToolCalls } from "../../../services/workforce/agents/tool_calls.ts";
import { Updates } from "../../../services/workforce/agents/updates.ts";
import type { AgentNote } from "../../../services/workforce/workers/agent_host.ts";

Deno.test("an agent that changes its plan without end has some of it recorded, and the last", () => {
  const notes: AgentNote[] = [];
  const updates = new Updates(new ToolCalls("/", () => {}), (note) => notes.push(note), () => {});
  const plan = (content: string) =>
    updates.take({ update: { sessionUpdate: "plan", entries: [{ content }] } });
  const recorded = () => notes.flatMap((note) => note.kind === "plan" ? note.entries[0]!.content : []);
  plan("one");
  plan("one");
  plan("two");
  assert.deepEqual(recorded(), ["one", "two"], "control: each that is another");
  for (let i = 0; i < 10_000; i++) plan(i % 2 === 0 ? "this" : "that");
  plan("the last");
  updates.finish();
  updates.finish();
  assert.ok(recorded().length < 1000);
  assert.equal(recorded().at(-1), "the last");
});
