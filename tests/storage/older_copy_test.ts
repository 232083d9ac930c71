import assert from "node:assert/strict";
import { runCli } from "../cli/fixture.ts";
import { copyDirectory, Place, remember, remembered } from "./place.ts";

/** A place whose whole storage directory was replaced by an older copy, and the ids that the copy has. */
async function replaced(place: Place): Promise<string[]> {
  const kept: string[] = [];
  for (const content of ["kept", "lost"]) {
    await using service = await place.start();
    const id = await remember(service, content);
    assert.equal((await service.terminate()).code, 0);
    if (content === "kept") {
      kept.push(id);
      await copyDirectory(place.storage, place.beside("older"));
    }
  }
  Deno.removeSync(place.storage, { recursive: true });
  Deno.renameSync(place.beside("older"), place.storage);
  return kept;
}

Deno.test("an older copy of the whole storage directory is noticed, and used once that was accepted", async () => {
  using place = new Place();
  const kept = await replaced(place);
  assert.match(
    await place.refusal(),
    /The log ends at entry \d+, but entry \d+ had been recorded\. Either the database, or the whole storage directory, was replaced/,
  );
  const environment = { ...place.environment, AGENT_HARNESS_STORAGE_DIR: place.storage };
  const doctor = await runCli(["doctor"], { environment });
  assert.match(doctor.stdout, /✗ newest entries .*The log ends at entry/);
  const accepted = await runCli(["store", "accept-head", "--yes"], { environment });
  assert.equal(accepted.code, 0, accepted.stderr);
  await using service = await place.start();
  assert.deepEqual(await remembered(service), kept);
});

Deno.test("where nothing is noted outside, or in another directory, the same copy is used without a word", async () => {
  using place = new Place();
  const kept = await replaced(place);
  Deno.renameSync(place.storage, place.beside("moved"));
  {
    await using service = await place.start(place.beside("moved"));
    assert.deepEqual(await remembered(service), kept);
  }
  Deno.renameSync(place.beside("moved"), place.storage);
  Deno.removeSync(place.environment.XDG_STATE_HOME, { recursive: true });
  await using service = await place.start();
  assert.deepEqual(await remembered(service), kept);
});

Deno.test("a restored backup, which has no head file, is older because a person wanted that", async () => {
  using place = new Place();
  const kept = await replaced(place);
  Deno.removeSync(place.file("head.json"));
  await using service = await place.start();
  assert.deepEqual(await remembered(service), kept);
});
