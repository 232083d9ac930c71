import assert from "node:assert/strict";
import type { MachineMessage } from "../../services/workforce/worker_machines/wire/mod.ts";
import { pause } from "../../services/ground/kernel/pause.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { ModelWorld, planning, works } from "../models/workers/scenario.ts";
import { sandboxTest } from "../sandbox.ts";
import { ForeignObjects } from "./foreign_objects.ts";
import { Holder, OPENED } from "./holder.ts";
import { enrolMachine, runMachine } from "./machine.ts";
import { occupied } from "./occupied.ts";
import { untilPresent } from "./until.ts";

const SECRET = { name: "registry", kind: "token", value: "an-example-value-0123456789" };

Deno.test("a secret in what a command prints on a machine is in no transcript and no stream, also in two messages", async () => {
  await using h = await harness(OPENED);
  using repository = TestRepository.make();
  using objects = new ForeignObjects();
  const machine = await enrolMachine(h, { trust: ["tasks"] });
  await h.operator("POST /secrets", { body: SECRET });
  const holder = await Holder.of(h, machine, repository, objects);
  const frames = h.service.feed.open(h.service.feed.tail).getReader();
  const streaming = (async () => {
    const decoder = new TextDecoder();
    let text = "";
    while (!text.includes("finished")) text += decoder.decode((await frames.read()).value, { stream: true });
    return text;
  })();
  const [first, rest] = [SECRET.value.slice(0, 12), SECRET.value.slice(12)];
  const call = { tool: "run", summary: "$ cat .npmrc" };
  const said: MachineMessage[] = [
    { kind: "report", report: { kind: "tool_started", ...call } },
    { kind: "printed", text: `whole ${SECRET.value}\nhalf ${first}` },
    { kind: "printed", text: `${rest}\nfinished` },
    { kind: "command", command: "cat .npmrc", exitCode: 0, output: `${SECRET.value}\n` },
    { kind: "report", report: { kind: "tool_completed", ...call } },
  ];
  assert.equal(await holder.say(said), said.length);
  const [session] = await h.operator("GET /runs/:id/task-sessions", { params: { id: holder.runId } });
  const { entries } = await h.operator("GET /task-sessions/:id/transcript", { params: { id: session!.id } });
  const printed = entries.findLast(({ kind }) => kind === "tool")!.tool!.output;
  assert.equal(printed, "whole [redacted]\nhalf [redacted]\nfinished");
  const streamed = await streaming;
  await frames.cancel();
  assert.doesNotMatch(streamed, /example-value|0123456789/);
  await h.operator("POST /runs/:id/cancel", { params: { id: holder.runId } });
  await h.settled(holder.runId);
});

sandboxTest("a secret in a file that a tool reads on a machine does not reach the model", async () => {
  const read = [
    { name: "read_file", input: { path: "a.txt" } },
    { name: "run_command", input: { command: "cat a.txt" } },
  ];
  await using world = await ModelWorld.open(planning(works(...read)), {
    files: { "a.txt": `hello ${SECRET.value}\n` },
    pause,
    ...OPENED,
  });
  await world.h.operator("POST /secrets", { body: SECRET });
  await using machine = await runMachine(world.h, { trust: ["tasks"] });
  await untilPresent(world.h);
  await using _here = await occupied(world.h);
  const run = await world.run("Read it.");
  const [session] = await world.h.operator("GET /runs/:id/task-sessions", { params: { id: run.id } });
  assert.equal(session!.machine?.name, "w1", machine.lines.join("\n"));
  const told = world.server.questions.flatMap(({ results }) => results).join("\n");
  assert.match(told, /hello \[redacted\]/);
  assert.ok(!told.includes(SECRET.value), told);
});
