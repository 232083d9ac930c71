import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { AT_THE_END, AT_THE_TOP, begin, contender, FILES } from "./race_world.ts";

Deno.test("race: with no result at all the run fails and says why of each; what contradicts a race is refused", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness({ workers: 2, availableWorkers: [contender("broken", "fails")] });
  const { id } = await begin(h, repository, ["broken", "broken"]);
  const failed = await h.settled(id);
  assert.equal(failed.status, "failed");
  assert.match(
    failed.statusDetail!,
    /None of the 2 contenders has a result. 1 \(broken\): .*2 \(broken\): The task/s,
  );
  const ask = (more: object) =>
    h.operator("POST /coordinator/runs", {
      body: {
        request: "x",
        repoPath: repository.root,
        race: { contenders: [{ worker: { provider: "broken" } }, { worker: { provider: "broken" } }] },
        ...more,
      },
    });
  await assert.rejects(ask({ worker: { provider: "broken" } }), /In a race, worker has no effect/);
  const { id: workflowId } = await h.operator("POST /saved-workflows", {
    body: { source: "name: One\nnodes:\n  - { id: a, kind: prompt, with: { content: x } }\n" },
  });
  const race = { contenders: [{ worker: { provider: "broken" } }, { worker: { provider: "broken" } }] };
  await assert.rejects(
    h.operator("POST /runs", { body: { request: "x", repoPath: repository.root, workflowId, race } }),
    /In a race, workflowId has no effect: the nodes of a workflow name their workers/,
  );
  await assert.rejects(ask({ onRed: "fail" }), /In a race, onRed has no effect/);
  await assert.rejects(
    ask({
      race: {
        contenders: [{ worker: { provider: "broken" } }, { worker: { provider: "broken" } }],
        pick: "first-green",
      },
    }),
    /Without a verifier no result of a race can pass first/,
  );
});

Deno.test("race: a worker that does not exist or is not ready, and a profile that does not exist, are refused by name", async () => {
  using repository = TestRepository.make(FILES);
  const asleep = {
    ...contender("asleep", AT_THE_TOP),
    readiness: () => ({ ready: false as const, reason: "It sleeps.", fix: "Wake it." }),
  };
  await using h = await harness({ workers: 1, availableWorkers: [contender("good", AT_THE_TOP), asleep] });
  const good = { worker: { provider: "good" } };
  const { id } = await begin(h, repository, ["good", "good"]);
  await h.settled(id);
  await h.operator("POST /runs/:id/cancel", { params: { id }, body: {} });
  const refused = [
    [
      { worker: { provider: "nobody" } },
      /^Contender 2 of the race cannot begin. There is no provider "nobody"/,
    ],
    [{ worker: { provider: "asleep" } }, /^Contender 2 of the race cannot begin. .*asleep.*It sleeps/],
    [
      { ...good, profile: "none" },
      /^There is no active profile "none" for contender 2\. To list them: agent-harness profiles list\.$/,
    ],
  ] as const;
  for (const [other, why] of refused) {
    const asked = { request: "x", repoPath: repository.root, race: { contenders: [good, other] } };
    const action = { kind: "run", ...asked };
    for (
      const [path, body] of [
        ["/coordinator/runs", asked],
        ["/runs", asked],
        [`/runs/${id}/retry`, { race: asked.race }],
        ["/automations", { name: "Race", trigger: { kind: "manual" }, action }],
      ] as const
    ) {
      const events = await h.eventsOf(async () => {
        const answer = await h.json("POST", path, body);
        assert.deepEqual([path, answer.status], [path, 400]);
        assert.match(answer.body.error, why);
      });
      assert.deepEqual(events, [], "bad input changes nothing");
    }
  }
});

Deno.test("race: a retry races again, unless it names a worker; an automation can start one", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness({
    workers: 2,
    availableWorkers: [contender("top", AT_THE_TOP), contender("end", AT_THE_END)],
  });
  const { id } = await begin(h, repository, ["top", "end"]);
  await h.settled(id);
  await h.operator("POST /runs/:id/cancel", { params: { id }, body: {} });
  const again = await h.operator("POST /runs/:id/retry", { params: { id }, body: {} });
  assert.deepEqual(again.race, { contenders: 2, picked: null });
  const alone = await h.operator("POST /runs/:id/retry", {
    params: { id },
    body: { worker: { provider: "top" } },
  });
  assert.deepEqual([alone.race, alone.worker], [undefined, { provider: "top" }]);
  const race = { contenders: [{ worker: { provider: "top" } }, { worker: { provider: "end" } }] };
  const define = (more: object) =>
    h.operator("POST /automations", {
      body: {
        name: "Race",
        trigger: { kind: "manual" },
        action: { kind: "run", request: "Race", repoPath: repository.root, needs: ["linux"], race, ...more },
      },
    });
  await assert.rejects(define({ worker: { provider: "top" } }), /In a race, worker has no effect/);
  const automation = await define({});
  assert.ok(automation.action.kind === "run");
  assert.deepEqual(automation.action.race, { ...race, pick: "human" });
  const fired = await h.operator("POST /automations/:id/trigger", {
    params: { id: automation.id },
    body: {},
  });
  const run = await h.settled(fired.runId!);
  assert.deepEqual([run.race, run.waitingFor?.id, run.needs], [{ contenders: 2, picked: null }, run.id, [
    "linux",
  ]]);
});

Deno.test("race: a message that asks for a retry says which contender cannot begin", async () => {
  using repository = TestRepository.make(FILES);
  const answers = { ready: true };
  const tired = {
    ...contender("tired", AT_THE_TOP),
    readiness: () =>
      answers.ready
        ? { ready: true as const }
        : { ready: false as const, reason: "It sleeps.", fix: "Wake it." },
  };
  await using h = await harness({ workers: 1, availableWorkers: [contender("good", AT_THE_TOP), tired] });
  const { id } = await begin(h, repository, ["good", "tired"]);
  await h.settled(id);
  await h.operator("POST /runs/:id/cancel", { params: { id }, body: {} });
  const { id: conversation } = await h.operator("POST /coordinator/conversations", { body: {} });
  const say = () =>
    h.operator("POST /coordinator/conversations/:id/messages", {
      params: { id: conversation },
      body: { content: `retry ${id}` },
    });
  answers.ready = false;
  const refused = await say();
  assert.match(refused.reply, /^Contender 2 of the race cannot begin\. .*It sleeps/);
  assert.deepEqual(refused.effects.map(({ kind }) => kind), ["asked_back"]);
  answers.ready = true;
  assert.deepEqual((await say()).effects.map(({ kind }) => kind), ["run_created"]);
});
