import assert from "node:assert/strict";
import { join } from "node:path";
import { isSignedBy, statementText } from "../../services/workforce/worker_machines/wire/mod.ts";
import { verifySignatures } from "../../services/execution/run_views/proof/verify_signatures.ts";
import { TestRepository } from "../git.ts";
import { type Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { approvePending, runToRest } from "../runs/scenario.ts";
import { sandboxTest } from "../sandbox.ts";
import { temporaryDirectory } from "../temporary.ts";
import type { Send } from "../../services/execution/worker_program/mod.ts";
import { DOOR, doorOf, runMachine } from "./machine.ts";
import { untilPresent } from "./until.ts";

const opened = () => harness({ workers: 1, workerDoor: DOOR, checkedShare: 0 });

const offered = (h: Harness): number =>
  h.store.events.after(0, 10_000).filter(({ type }) => type === "assignment.offered").length;

Deno.test("a worker machine verifies the result of a run; the review says who reported it, and the log can prove it", async () => {
  await using h = await opened();
  using repository = TestRepository.make();
  await using machine = await runMachine(h);
  await untilPresent(h);
  const verifier = { command: "echo $((6 * 7)); cat b.txt" };
  const run = await runToRest(h, repository, { request: 'create b.txt with "b"', verifier });
  const { evaluation } = run;
  assert.equal(evaluation?.outcome, "passed", machine.lines.join("\n"));
  const { name, statement, signature, publicKey } = evaluation!.reportedBy!;
  assert.deepEqual([name, statement.exitCode, statement.command], ["w1", 0, verifier.command]);
  assert.ok(await isSignedBy(publicKey, signature, statementText(statement)));
  assert.ok(!await isSignedBy(publicKey, signature, statementText({ ...statement, exitCode: 1 })));
  assert.match(
    evaluation!.detail,
    /Made on this machine; reported by the worker machine w1.*, not checked here\./,
  );
  assert.match(
    pendingOf(run).reasons.join("\n"),
    /Made on this machine; reported by the worker machine w1.*, not checked here/,
  );
  const { items } = await h.operator("GET /runs/:id/artifact-index", { params: { id: run.id } });
  const output = items.find(({ label }) => label === "Verifier output")!;
  assert.match(await h.service.artifacts.readText(output.sha256), /^42\nb/);
  assert.equal((await approvePending(h, run)).status, "completed");
  assert.equal(repository.read("b.txt"), "b");
  const [w1] = (await h.operator("GET /workers")).items;
  assert.deepEqual([w1!.status, w1!.delivered, w1!.doing, w1!.version], ["active", 1, [], "0.1.0"]);
  const log = () => h.operator("GET /workers/:id/log", { params: { id: "w1" } });
  const [did] = (await log()).items;
  assert.deepEqual(
    [did?.runId, did?.outcome, did?.exitCode, did?.command],
    [run.id, "delivered", 0, verifier.command],
  );
  assert.ok(did!.endedAt! >= did!.claimedAt);
  assert.deepEqual(h.rebuildDifferences(), []);

  const audit = await h.operator("GET /runs/:id/audit", { params: { id: run.id } });
  assert.match(
    (await verifySignatures(audit))!.detail,
    /1 report of worker machines, each with the signature of its key/,
  );
  const reported = audit.entries.find(({ type }) => type === "evaluation.completed")!;
  const lie = structuredClone(audit);
  lie.entries = audit.entries.map((entry) =>
    entry === reported
      ? {
        ...entry,
        data: {
          ...evaluation,
          reportedBy: { ...evaluation!.reportedBy, statement: { ...statement, exitCode: 1 } },
        },
      }
      : entry
  );
  assert.match((await verifySignatures(lie))!.detail, /has no valid signature of w1/);
  lie.entries = audit.entries.map((entry) =>
    entry === reported ? { ...entry, data: { ...evaluation, exitCode: 1 } } : entry
  );
  assert.match((await verifySignatures(lie))!.detail, /says something else than w1 signed/);
});

Deno.test("what failed there fails here in the same words, and the machine keeps no trace of it but the objects", async () => {
  await using h = await opened();
  using repository = TestRepository.make();
  await using machine = await runMachine(h);
  await untilPresent(h);
  const verifier = { command: "echo FAIL one; exit 3" };
  const run = await runToRest(h, repository, { request: 'create b.txt with "b"', verifier, fix: 0 });
  assert.deepEqual([run.evaluation?.outcome, run.evaluation?.exitCode], ["failed", 3]);
  assert.match(
    run.evaluation!.detail,
    /ended with exit code 3: FAIL one\n?\.? .*reported by the worker machine w1/s,
  );
  assert.deepEqual(
    machine.service.store.events.after(0, 1000).filter(({ data, runId, type }) =>
      runId && data && type !== "run.deleted"
    ),
    [],
  );
  assert.deepEqual([...Deno.readDirSync(join(machine.directory, "storage", "workspaces"))], []);
});

Deno.test("a second verification of a repository sends only what is new, also of a part of it and of a directory without git", async () => {
  await using h = await opened();
  const random = crypto.getRandomValues(new Uint8Array(48_000)).toHex();
  using repository = TestRepository.make({ "part/a.txt": "hello\n", "large.txt": random });
  const sizes: number[] = [];
  const door = doorOf(h);
  const weighed: Send = async (url, init) => {
    const response = await door(url, init);
    if (!url.includes("/worker/objects/")) return response;
    const bytes = await response.bytes();
    sizes.push(bytes.length);
    return new Response(bytes);
  };
  await using machine = await runMachine(h, {}, weighed);
  await untilPresent(h);
  for (const name of ["b", "c"]) {
    const asked = { request: `create ${name}.txt with "x"`, verifier: { command: `test -f ${name}.txt` } };
    const run = await runToRest(h, repository, asked);
    assert.equal(run.evaluation?.reportedBy?.name, "w1", machine.lines.join("\n"));
  }
  assert.ok(sizes[0]! > 30_000 && sizes[1]! < 2_000, `packs of ${sizes.join(" and ")} bytes`);
  const part = new TestRepository(join(repository.root, "part"));
  const inPart = await runToRest(h, part, {
    request: 'create d.txt with "x"',
    verifier: { command: "test -f d.txt && test -f a.txt" },
  });
  assert.equal(inPart.evaluation?.outcome, "passed");
  assert.equal(inPart.evaluation?.reportedBy?.name, "w1", machine.lines.join("\n"));
  const plain = new TestRepository(temporaryDirectory());
  Deno.writeTextFileSync(join(plain.root, "a.txt"), "hello\n");
  const inPlain = await runToRest(h, plain, {
    request: 'create d.txt with "x"',
    verifier: { command: "test -f d.txt && test -f a.txt" },
  });
  assert.equal(inPlain.evaluation?.outcome, "passed");
  assert.equal(inPlain.evaluation?.reportedBy?.name, "w1", machine.lines.join("\n"));
});

sandboxTest(
  "the setup is executed there too, once for a base; a setup that a human may have to admit stays here",
  async () => {
    await using h = await opened();
    using repository = TestRepository.make({
      "a.txt": "hello\n",
      "package.json": "{}",
      ".gitignore": "installed/\n",
    });
    await using machine = await runMachine(h);
    await untilPresent(h);
    const asked = {
      setup: { command: "test -f package.json && mkdir -p installed && echo made > installed/tool" },
      verifier: { command: 'test "$(cat installed/tool)" = made' },
    };
    for (const name of ["b", "c"]) {
      const run = await runToRest(h, repository, { request: `create ${name}.txt with "x"`, ...asked });
      assert.equal(run.evaluation?.reportedBy?.name, "w1", machine.lines.join("\n"));
      assert.equal(run.evaluation?.outcome, "passed", run.evaluation?.detail);
    }
    const before = offered(h);
    const run = await runToRest(h, repository, { request: 'create package.json with "[]"', ...asked });
    assert.equal(offered(h), before);
    assert.equal(run.status, "waiting");
  },
);

sandboxTest("a setup that receives a secret never leaves this machine, nor does its verifier", async () => {
  await using h = await opened();
  using repository = TestRepository.make();
  await h.operator("POST /secrets", { body: { name: "registry", kind: "token", value: "s3cr3t-value-1" } });
  await using _machine = await runMachine(h);
  await untilPresent(h);
  const run = async () => {
    const { evaluation } = await runToRest(h, repository, {
      request: 'create b.txt with "b"',
      setup: { command: "true" },
      verifier: { command: "test -f b.txt" },
    });
    assert.equal(evaluation?.outcome, "passed");
    return evaluation!.reportedBy?.name;
  };
  const rules = { setupEnvironment: { TOKEN: { secret: "registry" } } };
  Deno.writeTextFileSync(join(h.directory, "sandbox.json"), JSON.stringify(rules));
  assert.equal(await run(), undefined);
  Deno.removeSync(join(h.directory, "sandbox.json"));
  assert.equal(await run(), "w1", "without the secret it would");
});
