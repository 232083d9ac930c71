import assert from "node:assert/strict";
import type { MachineMessage } from "../../services/workforce/worker_machines/wire/mod.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { ForeignObjects } from "./foreign_objects.ts";
import { Holder, OPENED } from "./holder.ts";
import { enrolMachine } from "./machine.ts";

Deno.test("a machine that asks without end has fifty questions before people, and the others refused", async () => {
  await using h = await harness(OPENED);
  using repository = TestRepository.make();
  using objects = new ForeignObjects();
  const machine = await enrolMachine(h, { trust: ["tasks"] });
  const holder = await Holder.of(h, machine, repository, objects);
  const asks = Array.from({ length: 120 }, (_, n): MachineMessage => ({
    kind: "question",
    id: `q${n}`,
    files: null,
    question: {
      about: "permission",
      request: {
        key: `k${n}`,
        kind: "command",
        title: `Fetch ${n}`,
        detail: `$ curl https://a.example/${n}`,
        command: `curl https://a.example/${n}`,
        crossings: [{ kind: "network", detail: "It wants the network." }],
      },
    },
  }));
  await holder.say(asks);
  const answered: string[] = [];
  while (answered.length < 70) {
    for (const message of await holder.next(1 + answered.length)) {
      assert.ok(message.kind === "answer" && "permission" in message.answer);
      const { permission } = message.answer;
      assert.equal(permission.decision, "rejected");
      assert.match("sentence" in permission ? permission.sentence! : "", /Too many questions/);
      answered.push(message.id);
    }
  }
  const run = await h.until(
    holder.runId,
    ({ approvals }) => approvals.filter(({ status }) => status === "pending").length >= 50,
  );
  assert.deepEqual([run.approvals.length, answered.length], [50, 70]);
  await h.operator("POST /runs/:id/cancel", { params: { id: holder.runId } });
  await h.settled(holder.runId);
});

Deno.test("what a machine tells of a step in the log has an end", async () => {
  await using h = await harness(OPENED);
  using repository = TestRepository.make();
  using objects = new ForeignObjects();
  const machine = await enrolMachine(h, { trust: ["tasks"] });
  const holder = await Holder.of(h, machine, repository, objects);
  const report: MachineMessage = {
    kind: "report",
    report: { kind: "tool_started", tool: "edit", summary: "again" },
  };
  const many = Array<MachineMessage>(500).fill(report);
  for (let sent = 0; sent < 20_500; sent += 500) await holder.say(many);
  const { n } = h.store.database.get<{ n: number }>(
    "select count(*) as n from events where type = 'tool.started'",
  )!;
  assert.equal(n, 20_000);
  await h.operator("POST /runs/:id/cancel", { params: { id: holder.runId } });
  await h.settled(holder.runId);
});
