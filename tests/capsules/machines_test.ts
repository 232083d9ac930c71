import assert from "node:assert/strict";
import { fingerprintOf } from "../../services/operations/capsules/signer.ts";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { assignmentStream } from "../../store/worker_machines/assignment.ts";
import { runCli } from "../cli/fixture.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { sandboxTest } from "../sandbox.ts";
import { DOOR, runMachine } from "../worker_machines/machine.ts";
import { untilPresent } from "../worker_machines/until.ts";
import { exported, FILES, readHere, verifiedRun } from "./made.ts";

const delivered = assignmentStream.events["assignment.task_delivered"];

sandboxTest(
  "a capsule proves what worker machines reported by their keys, names each machine, and a false signature",
  async () => {
    await using h = await harness({ workers: 1, workerDoor: DOOR, checkedShare: 0 });
    using repository = TestRepository.make(FILES);
    await using _machine = await runMachine(h, { trust: ["tasks", "verify"] });
    await untilPresent(h);
    const { id } = await verifiedRun(h, repository);
    const { keyFingerprint } = (await h.operator("GET /workers")).items[0]!;
    const { path, signer } = await exported(h, id);

    const { report } = await readHere(path, signer);
    assert.ok(report.ok, JSON.stringify(report.checks));
    const [machine, ...others] = report.machines;
    assert.deepEqual([machine!.name, machine!.known, others], ["w1", false, []]);
    const { detail } = report.checks.find(({ name }) => name === "machines")!;
    // Whichever is free first verifies.
    assert.match(
      detail,
      /^\d reports?, each with the signature of its machine: w1 \(SHA256:\S+, unknown here\)\.$/,
    );
    const trusting = await readHere(path, signer, machine!.fingerprint);
    assert.equal(trusting.report.machines[0]!.known, true);
    // As a person does, with the fingerprint in the form in which the list of machines shows it.
    const cli = await runCli(["capsule", "verify", path, "--signer", signer, keyFingerprint!]);
    assert.equal(cli.code, 0, cli.stdout + cli.stderr);
    assert.match(cli.stdout, /machines {3}\d reports?, .*w1 \(SHA256:\S+, which you trust\)/);

    // The storage itself adds what w1 never signed: all hashes and its own signature are right.
    const entry = h.store.events.after(0, 10_000).find(({ type }) => type === "assignment.task_delivered")!;
    const data = delivered.parse(entry.data);
    assert.equal(machine!.fingerprint, fingerprintOf(data.publicKey));
    const ctx = contextFor(h.service, "system");
    const statement = { ...data.statement, tree: data.statement.from };
    await h.store.commit(() => {
      const event = { type: "assignment.task_delivered" as const, data: { ...data, statement } };
      record(ctx, assignmentStream, statement.assignmentId, [event], { runId: id });
    });
    const lie = await exported(h, id);
    const found = await readHere(lie.path, lie.signer);
    assert.equal(found.report.capsule, null);
    const fault = found.report.checks.find(({ ok }) => !ok)!;
    assert.deepEqual(fault.name, "machines");
    assert.match(fault.detail, /^Entry \d+ has no valid signature of w1\.$/);
  },
);
