import assert from "node:assert/strict";
import { pendingOf } from "../kit/pending_of.ts";
import { World } from "../models/acp/acp_world.ts";
import { script } from "../models/acp/script.ts";
import { sandboxTest } from "../sandbox.ts";

const NO_NETWORK = 'echo "getaddrinfo EAI_AGAIN registry"; exit 1';

/** What a run's review shows as refused. */
const refusedOf = async (world: World, id: string) =>
  (await world.h.operator("GET /runs/:id/unasked", { params: { id } })).refused;

sandboxTest(
  "closed: an agent is told what was refused, by which rule and what it can do instead, and continues",
  async () => {
    await using world = await World.open({ dial: "closed" });
    const { h, repository } = world;
    const { id } = await h.operator("POST /coordinator/runs", {
      body: {
        request: script(
          { do: "run", command: "echo x > made.txt" },
          { do: "then", steps: [{ do: "prompts", path: "told.txt" }] },
        ),
        repoPath: repository.root,
        worker: { provider: "coder" },
        verifier: { command: "test -f told.txt" },
      },
    });
    await world.apply(await h.settled(id));
    const told = repository.read("told.txt");
    assert.match(told, /refused by rules, not by a person/);
    assert.match(
      told,
      /echo x > made\.txt: Refused without asking, because the repository is set to "closed"/,
    );
    assert.match(told, /you may change files in your worktree and run test -f told\.txt/);
    assert.equal(repository.exists("made.txt"), false);
  },
);

sandboxTest("an agent that keeps being refused is told three times, and its turn ends then", async () => {
  await using world = await World.open({ dial: "closed" });
  const again = (left: number): Parameters<typeof script> => [
    { do: "run", command: `echo ${left}` },
    ...(left > 0 ? [{ do: "then" as const, steps: again(left - 1) }] : []),
  ];
  const run = await world.begin(script(...again(6), { do: "edit", path: "a.txt", text: "done\n" }));
  assert.equal(pendingOf(run).policyClass, "repo-write", run.statusDetail);
  assert.equal((await refusedOf(world, run.id)).length, 4);
});

sandboxTest(
  "border: a command of an agent that the sandbox refused is recorded, and asked for once when it is wanted again",
  async () => {
    await using world = await World.open({ dial: "border" });
    const wants = { do: "run", command: NO_NETWORK } as const;
    const run = await world.begin(script(wants, { do: "then", steps: [wants] }));
    const { asks } = pendingOf(run);
    assert.deepEqual([asks?.command, asks?.network], [NO_NETWORK, true], run.statusDetail);
    assert.deepEqual(asks?.crossings.map(({ kind }) => kind), ["refused"]);
    const refused = await refusedOf(world, run.id);
    assert.deepEqual(refused.map(({ title }) => title), [NO_NETWORK]);
    assert.match(refused[0]!.detail, /sandbox has no network/);
    const done = await world.decide(run, "approve");
    assert.equal(done.approvals.filter(({ asks }) => asks !== undefined).length, 1);
    assert.equal((await refusedOf(world, run.id)).length, 1, "with the network it was not the sandbox");
    assert.deepEqual(world.h.rebuildDifferences(), []);
  },
);

sandboxTest(
  "the control: a command that fails for its own reasons is not a refusal, and nothing more is said of it",
  async () => {
    await using world = await World.open({ dial: "border" });
    const run = await world.begin(script(
      { do: "run", command: "echo no such test; exit 1" },
      { do: "then", steps: [{ do: "edit", path: "told.txt", text: "told\n" }] },
      { do: "edit", path: "a.txt", text: "done\n" },
    ));
    assert.deepEqual(await refusedOf(world, run.id), []);
    await world.apply(run);
    assert.equal(world.repository.exists("told.txt"), false);
  },
);
