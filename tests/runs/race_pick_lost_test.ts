import assert from "node:assert/strict";
import { join } from "node:path";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { AT_THE_END, AT_THE_TOP, begin, contender, FILES } from "./race_world.ts";
import { approvePending } from "./scenario.ts";

Deno.test("race: results are combined from their patches where their git objects are lost, as in a restored backup", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness({
    workers: 2,
    availableWorkers: [contender("top", AT_THE_TOP), contender("end", AT_THE_END)],
  });
  const { id } = await begin(h, repository, ["top", "end"]);
  await h.settled(id);
  await Deno.remove(join(h.directory, "repositories"), { recursive: true });
  await h.operator("POST /runs/:id/pick", {
    params: { id },
    body: { parts: [{ contender: 1 }, { contender: 2 }] },
  });
  const shown = await h.settled(id);
  assert.deepEqual([shown.evaluation?.outcome, shown.bundle?.files], ["passed", 3]);
  await approvePending(h, shown);
  assert.match(repository.read("a.txt"), /^ONE\n[\s\S]*\nNINE\n$/);
  assert.deepEqual([repository.read("good.txt"), repository.read("lazy.txt")], ["good\n", "lazy\n"]);
});

Deno.test("race: after a loss of git objects only what was picked is done again", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness({
    workers: 2,
    availableWorkers: [contender("top", AT_THE_TOP), contender("end", AT_THE_END)],
  });
  const { id } = await begin(h, repository, ["top", "end"]);
  const params = { id };
  await h.settled(id);
  await h.operator("POST /runs/:id/pick", { params, body: { parts: [{ contender: 1 }] } });
  const shown = await h.settled(id);
  const sessions = async () => {
    const all = await h.operator("GET /runs/:id/task-sessions", { params });
    return all.map(({ contender, provider, role, attempt }) =>
      `${contender ?? "-"} ${provider} ${role}: ${attempt}`
    )
      .sort();
  };
  assert.deepEqual(await sessions(), ["1 top worker: 1", "2 end fixer: 1", "2 end worker: 1"]);
  await Deno.remove(join(h.directory, "repositories"), { recursive: true });
  await h.operator("POST /approvals/:id/reject", {
    params: { id: shown.waitingFor!.id },
    body: { actorType: "human", disposition: "rework", reviewerNote: "Once more." },
  });
  const again = await h.settled(id);
  assert.deepEqual(await sessions(), [
    "- top reworker: 2",
    "1 top worker: 2",
    "2 end fixer: 1",
    "2 end worker: 1",
  ]);
  await approvePending(h, again);
  assert.match(repository.read("a.txt"), /^ONE\n/);
});
