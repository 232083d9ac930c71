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
