import assert from "node:assert/strict";
import { verifySignatures } from "../../services/execution/run_views/proof/verify_signatures.ts";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { makeKeys, sign, taskStatementText } from "../../services/workforce/worker_machines/wire/mod.ts";
import { assignmentStream } from "../../store/worker_machines/assignment.ts";
import { runCli } from "../cli/fixture.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { runToRest } from "../runs/scenario.ts";
import { sandboxTest } from "../sandbox.ts";
import { temporaryDirectory } from "../temporary.ts";
import { DOOR, runMachine } from "./machine.ts";
import { untilPresent } from "./until.ts";

const delivered = assignmentStream.events["assignment.task_delivered"];

sandboxTest(
  "the signature of a task proves who did it: a changed byte, another key and another task are named",
  async () => {
    await using h = await harness({ workers: 1, workerDoor: DOOR, checkedShare: 0 });
    using repository = TestRepository.make();
    await using _machine = await runMachine(h, { trust: ["tasks"] });
    await untilPresent(h);
    const run = await runToRest(h, repository, { request: 'create b.txt with "b"' });
    const params = { id: run.id };
    const audit = await h.operator("GET /runs/:id/audit", { params });
    const entry = audit.entries.find(({ type }) => type === "assignment.task_delivered")!;
    const data = delivered.parse(entry.data);
    const { statement } = data;
    const after = (change: Partial<typeof data>) => ({
      ...audit,
      entries: audit.entries.map((each) => each === entry ? { ...each, data: { ...data, ...change } } : each),
    });

    const genuine = await verifySignatures(audit);
    assert.deepEqual(genuine?.ok, true, genuine?.detail);
    assert.match(genuine!.detail, /^\d+ reports? of worker machines, each with the signature of its key/);

    const keys = await makeKeys();
    const forged = { ...statement, tree: statement.from };
    const resigned = { publicKey: keys.publicKey, signature: await sign(keys, taskStatementText(forged)) };
    const no = new RegExp(`Entry ${entry.sequence} has no valid signature of w1`);
    for (
      const [change, fault] of [
        [{ statement: forged }, no],
        [{ statement: { ...statement, outcomeSha256: statement.outcomeSha256.replace(/^./, "x") } }, no],
        [{ publicKey: keys.publicKey }, no],
        [{ fence: data.fence + 1 }, /says something else than w1 signed/],
      ] as const
    ) {
      const found = await verifySignatures(after(change));
      assert.deepEqual([found?.ok, fault.test(found!.detail)], [false, true], found?.detail);
    }
    // Control: with the statement signed anew, only the key that the machine had before gives the lie away.
    const alone = await verifySignatures(after({ statement: forged, ...resigned }));
    assert.deepEqual(alone?.ok, true, "one entry alone cannot say which key is the machine's");
    const both = after({});
    both.entries.push({
      ...entry,
      sequence: entry.sequence + 1,
      data: { ...data, statement: forged, ...resigned },
    });
    assert.match((await verifySignatures(both))!.detail, /has another key of w1 than the entries before/);

    const file = `${temporaryDirectory()}/audit.json`;
    await Deno.writeTextFile(file, JSON.stringify(audit));
    const intact = await runCli(["audit", "verify", file]);
    assert.equal(intact.code, 0, intact.stdout + intact.stderr);
    assert.match(intact.stdout, /of worker machines, each with the signature of its key/);
    await Deno.writeTextFile(file, JSON.stringify(after({ statement: forged, ...resigned })));
    const broken = await runCli(["audit", "verify", file]);
    assert.equal(broken.code, 1, "the hash of the entry does not allow it");

    assert.deepEqual((await h.operator("GET /runs/:id/audit-view", { params })).integrityWarnings, []);
    const ctx = contextFor(h.service, "system");
    await h.store.commit(() => {
      const event = { type: "assignment.task_delivered" as const, data: { ...data, statement: forged } };
      record(ctx, assignmentStream, statement.assignmentId, [event], { runId: run.id });
    });
    const { integrityWarnings } = await h.operator("GET /runs/:id/audit-view", { params });
    assert.match(integrityWarnings.map(({ detail }) => detail).join(), /no valid signature of w1/);
  },
);
