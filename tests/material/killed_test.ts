import assert from "node:assert/strict";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { keepMaterial } from "../../services/ground/material/keep.ts";
import { readMaterial } from "../../services/ground/material/read.ts";
import { truncateLog } from "../../store/erase.ts";
import { materialStream } from "../../store/material/stream.ts";
import { verifyChain } from "../../store/verify.ts";
import { Harness } from "../harness.ts";
import { sightings } from "../store/canaries.ts";
import { programFile } from "../programs.ts";
import { temporaryDirectory } from "../temporary.ts";
import { CONTENT, OWNER } from "./killed_scenario.ts";

const PROGRAM = programFile("tests/material/killed.ts");

/** Runs the program up to a boundary; says whether it was killed there, and what it had acknowledged. */
async function perform(directory: string, verb: "keep" | "erase", at: number) {
  const { code, signal, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", PROGRAM, directory, verb, String(at)],
  }).output();
  assert.ok(signal === "SIGKILL" || code === 0, new TextDecoder().decode(stderr));
  return { killed: signal === "SIGKILL", acknowledged: stdout.length > 0 };
}

/** The next start: what is kept must be readable, and of anything else no byte may be left. Returns how much is kept. */
async function startAgain(directory: string): Promise<number> {
  const h = await Harness.open({}, directory);
  try {
    const kept = h.store.documents.find(materialStream, {}, { limit: 10 });
    for (const { id } of kept) {
      const bytes = await readMaterial(contextFor(h.service, "operator"), id);
      assert.equal(new TextDecoder().decode(bytes), CONTENT);
    }
    await truncateLog(h.store);
    if (kept.length === 0) assert.deepEqual(sightings(directory, [CONTENT]), []);
    assert.equal(h.store.database.get<{ n: number }>("select count(*) as n from pending_files")!.n, 0);
    assert.equal(verifyChain(h.store.database).ok, true);
    assert.deepEqual(h.rebuildDifferences(), []);
    return kept.length;
  } finally {
    await h.close();
  }
}

Deno.test("a process that is killed while it keeps material leaves all of it, or no byte", async () => {
  const outcomes = new Set<number>();
  for (let at = 0, killed = true; killed; at++) {
    const directory = temporaryDirectory();
    const ended = await perform(directory, "keep", at);
    killed = ended.killed;
    const kept = await startAgain(directory);
    outcomes.add(kept);
    if (ended.acknowledged) assert.equal(kept, 1, "what was acknowledged is there");
    if (!killed) assert.ok(at > 4, "there are boundaries");
    await Deno.remove(directory, { recursive: true });
  }
  assert.deepEqual([...outcomes].sort(), [0, 1]);
});

Deno.test("a process that is killed while it erases material leaves all of it, or no byte", async () => {
  const outcomes = new Set<number>();
  for (let at = 0, killed = true; killed; at++) {
    const directory = temporaryDirectory();
    const h = await Harness.open({}, directory);
    const content = new TextEncoder().encode(CONTENT);
    await keepMaterial(contextFor(h.service, "operator"), { content, owner: OWNER, until: null });
    await h.close();
    killed = (await perform(directory, "erase", at)).killed;
    outcomes.add(await startAgain(directory));
    if (!killed) assert.ok(at > 4, "there are boundaries");
    await Deno.remove(directory, { recursive: true });
  }
  assert.deepEqual([...outcomes].sort(), [0, 1]);
});
