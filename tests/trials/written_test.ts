import assert from "node:assert/strict";
import type { Harness } from "../harness.ts";
import type { Question } from "../models/server/question.ts";
import { type Reply, says } from "../models/server/reply.ts";
import { ModelWorld } from "../models/workers/scenario.ts";
import { sandboxOfMachine, sandboxTest } from "../sandbox.ts";
import { answer, begun, found, past, program, rested } from "./past.ts";

/** A change with a line that only its result has. */
const secret = (n: number) => {
  const { message, files } = answer(n);
  const line = `printf 'number-${n} of the result'`;
  return {
    message,
    line,
    files: { ...files, [`src/answer_${n}.sh`]: `${line} > /dev/null\necho ${n * 7}\n` },
  };
};

/** A service with this model beside a worker that does nothing, and the cases of these changes, found. */
async function ready(script: (question: Question) => Reply, numbers: readonly number[]) {
  const repository = past(numbers.map(secret));
  const world = await ModelWorld.open(script, {
    sandbox: sandboxOfMachine(),
    provider: { privacy: "third-party" },
    availableWorkers: [program("idle", "true")],
  });
  const { id } = await found(world.h, repository);
  return {
    h: world.h,
    repository,
    world,
    id,
    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]();
      repository[Symbol.dispose]();
    },
  };
}

const ASKED = { workers: ["idle/program"], writer: "local/test-model" };

const planOf = (h: Harness, id: string, more: object = {}) =>
  h.operator("POST /trials/:id/plan", { params: { id }, body: { ...ASKED, ...more } });

sandboxTest(
  "a model writes requests without seeing the result; what repeats it is refused, and workers get the message",
  async () => {
    const numberIn = ({ said }: Question) => /src\/answer_(\d)/.exec(said.join("\n"))![1]!;
    const asked = new Map<string, number>();
    await using at = await ready((question) => {
      const n = numberIn(question);
      asked.set(n, (asked.get(n) ?? 0) + 1);
      const leak = `Use   ${secret(Number(n)).line} > /dev/null, then go on.`;
      // The first is well written, the second at the second time, the third never.
      if (n === "3" || (n === "2" && asked.get(n) === 1)) return says(leak);
      return says(`Let the script of answer ${n} say the product of its number and seven.`);
    }, [1, 2, 3]);
    const { h, world, id } = at;
    const plan = await planOf(h, id, { attemptUsd: 0.01 });
    assert.deepEqual([plan.worstCostUsd, plan.leaves.map(({ worker }) => worker)], [
      3 * 0.01 + 3 * plan.plan.writer!.caseUsd!,
      ["local/test-model", "idle/program"],
    ]);
    assert.deepEqual([plan.leaves[0]!.to, plan.leaves[0]!.privacy], [world.server.baseUrl, "third-party"]);
    assert.match(
      plan.leaves[0]!.what,
      /^To write 3 requests: as many messages, the names of the changed files/,
    );
    assert.equal(world.server.questions.length, 0, "nothing is asked before the yes");

    await begun(h, id, ASKED.workers, { writer: ASKED.writer });
    const trial = await rested(h, id);
    assert.equal(trial.status, "completed", trial.statusDetail);
    const cases = trial.cases.toSorted((a, b) => a.request < b.request ? -1 : 1);
    assert.deepEqual(cases.map(({ written }) => written!.refused), [
      null,
      null,
      "It repeats 1 line of the result or of its hidden tests.",
    ]);
    assert.deepEqual([...asked].toSorted(), [["1", 1], ["2", 2], ["3", 2]]);
    for (const { id: caseId, request, written } of cases) {
      const { runId } = trial.attempts.find((each) => each.caseId === caseId)!;
      const run = await h.operator("GET /runs/:id", { params: { id: runId } });
      assert.equal(run.request, written!.refused === null ? written!.text : request);
      assert.ok(written!.costUsd! > 0 && written!.costUsd! <= plan.plan.writer!.caseUsd!);
    }
    for (const question of world.server.questions) {
      const text = JSON.stringify(question.body);
      assert.ok(!text.includes("of the result'"), "a line of the result left");
      const n = numberIn(question);
      assert.match(text, new RegExp(`print ${Number(n) * 7}`), "the message is known");
      assert.match(text, new RegExp(`tests/answer_${n}\\.test\\.sh`), "the tests are known");
    }
    assert.deepEqual(h.rebuildDifferences(), []);
  },
);

sandboxTest(
  "what was written stays when the model fails; nothing is asked beyond the budget, or of what cannot write",
  async () => {
    let fails = true;
    const broken: Reply = {
      kind: "status",
      status: 401,
      message: "no",
      code: "invalid_api_key",
      headers: {},
    };
    await using at = await ready(
      ({ number }) => number === 2 && fails ? broken : says("Let the script say its number times seven."),
      [1, 2],
    );
    const { h, world, id } = at;
    await assert.rejects(
      planOf(h, id, { writer: "idle/program" }),
      /idle\/program cannot write requests\. Name a model/,
    );
    const { plan } = await planOf(h, id);
    const { caseUsd } = plan.writer!;
    await begun(h, id, ASKED.workers, { writer: ASKED.writer, maxCostUsd: 1.5 * caseUsd! });
    const failed = await rested(h, id);
    assert.equal(failed.status, "stopped");
    assert.match(failed.statusDetail, /^local\/test-model could not write a request\./);
    assert.deepEqual([failed.cases.filter(({ written }) => written).length, failed.attempts.length], [1, 0]);
    fails = false;
    await h.operator("POST /trials/:id/resume", { params: { id } });
    assert.equal((await rested(h, id)).status, "completed");
    assert.equal(world.server.questions.length, 3, "the first request was not written again");

    const again = await found(h, at.repository);
    await begun(h, again.id, ASKED.workers, { writer: ASKED.writer, maxCostUsd: 0.5 * caseUsd! });
    const over = await rested(h, again.id);
    assert.match(over.statusDetail, /^0 USD of .* is spent, and the next request may cost up to/);
    assert.equal(world.server.questions.length, 3);
  },
);
