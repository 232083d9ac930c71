import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { World } from "../runs/runs_world.ts";
import { assertRefusal } from "../routes/sentence.ts";
import { temporaryDirectory } from "../temporary.ts";
import { Candidate } from "./candidate.ts";

const FLIPS = 6;
const PAGE = 4096;

/** The report on a directory, and the names of the checks that failed. */
async function verify({ h }: World, directory: string) {
  const before = h.store.head;
  const report = await h.operator("POST /control-plane/restore-verification", { body: { directory } });
  assert.equal(h.store.head, before);
  assert.equal(report.ok, report.checks.every(({ ok }) => ok));
  return { report, failed: report.checks.filter(({ ok }) => !ok).map(({ name }) => name) };
}

const DAMAGE: Readonly<Record<string, { by: (candidate: Candidate) => void; finds: string[] }>> = {
  "an event's data was edited": {
    by: (it) => it.edit("update events set data = replace(data, '\"x\\\"', '\"y\\\"') || ' ' where seq = 9"),
    finds: ["chain"],
  },
  "an event was removed": { by: (it) => it.edit("delete from events where seq = 12"), finds: ["chain"] },
  "the newest event was removed": {
    by: (it) => it.edit("delete from events where seq = (select max(seq) from events)"),
    finds: ["rebuild"],
  },
  "an event was put in": {
    by: (it) =>
      it.edit(
        "insert into events select max(seq) + 1, 'run/x', 1, type, at, actor, run_id, null, null, data, salt, data_sha256, hash, hash, null from events",
      ),
    finds: ["chain"],
  },
  "a document was edited": {
    by: (it) => it.edit("update documents_run set body = json_set(body, '$.status', 'completed')"),
    finds: ["rebuild"],
  },
  "a document was removed": {
    by: (it) => it.edit("delete from documents_approval"),
    finds: ["rebuild"],
  },
  "a view's row was edited": {
    by: (it) => it.edit("update run_artifacts set size = size + 1"),
    finds: ["rebuild"],
  },
  "a count was edited": { by: (it) => it.edit("update document_counts set n = n + 1"), finds: ["rebuild"] },
  "a table is missing": { by: (it) => it.edit("drop table run_evaluations"), finds: ["rebuild"] },
  "it is of a newer schema": { by: (it) => it.edit("pragma user_version = 99"), finds: ["schema"] },
  "an artifact was changed": { by: (it) => it.flip(it.artifacts[0]!, 0), finds: ["artifacts"] },
  "an artifact is empty": { by: (it) => Deno.truncateSync(it.artifacts[1]!, 0), finds: ["artifacts"] },
  "an artifact is missing": { by: (it) => Deno.removeSync(it.artifacts[0]!), finds: ["artifacts"] },
  "all artifacts are missing": {
    by: (it) => Deno.removeSync(`${it.directory}/artifacts`, { recursive: true }),
    finds: ["artifacts"],
  },
  "the database's header is damaged": {
    by: (it) => {
      it.edit(); // nothing is left in the write-ahead log, which would mend it
      it.flip(it.database, 3);
    },
    finds: ["integrity"],
  },
  "the database was cut short": {
    by: (it) => {
      it.edit();
      Deno.truncateSync(it.database, 3 * 4096);
    },
    finds: ["integrity"],
  },
  "the database is missing": { by: (it) => Deno.removeSync(it.database), finds: ["files"] },
  "the database is something else": {
    by: (it) => Deno.writeTextFileSync(it.database, "not a database ".repeat(1000)),
    finds: ["integrity"],
  },
};

Deno.test("POST /control-plane/restore-verification tells a faithful copy from each kind of damage, and changes neither", async (t) => {
  await using world = await World.make();
  await t.step("a faithful copy and the service's own directory are ok", async () => {
    using candidate = new Candidate(world);
    const before = candidate.fingerprint();
    const { report, failed } = await verify(world, candidate.directory);
    assert.deepEqual(failed, [], JSON.stringify(report.checks));
    assert.equal(report.directory, Deno.realPathSync(candidate.directory));
    assert.deepEqual(candidate.fingerprint(), before);
    const own = await world.h.operator("POST /control-plane/restore-verification");
    assert.deepEqual([own.ok, own.directory], [true, world.h.directory]);
  });
  for (const [what, { by, finds }] of Object.entries(DAMAGE)) {
    await t.step(what, async () => {
      using candidate = new Candidate(world);
      by(candidate);
      const before = candidate.fingerprint();
      const { report, failed } = await verify(world, candidate.directory);
      assert.equal(report.ok, false);
      for (const name of finds) assert.ok(failed.includes(name), JSON.stringify(report.checks));
      assert.deepEqual(candidate.fingerprint(), before);
    });
  }
  await t.step("a byte was flipped at the beginning of a page", async () => {
    for (let i = 0; i < FLIPS; i++) {
      using candidate = new Candidate(world);
      candidate.edit("vacuum");
      // A page's header and first cell pointers: a vacuumed file leaves none of them unused.
      const at = Math.floor((i / FLIPS) * (Deno.statSync(candidate.database).size / PAGE)) * PAGE + 3 +
        (i % 5);
      candidate.flip(candidate.database, at);
      assert.equal((await verify(world, candidate.directory)).report.ok, false, `byte ${at}`);
    }
  });
});

Deno.test("POST /control-plane/restore-verification refuses what is not a directory, and leaves no scratch files", async () => {
  await using h = await harness();
  const file = `${h.directory}/harness.db`;
  for (const directory of ["relative", "/no/such/directory", file, "/\0", ""]) {
    const body = JSON.stringify({ directory });
    const headers = { "content-type": "application/json" };
    const response = await h.send("/control-plane/restore-verification", { method: "POST", headers, body });
    await assertRefusal(response, [400], directory);
  }
  const empty = temporaryDirectory();
  const { status, body } = await h.json("POST", "/control-plane/restore-verification", { directory: empty });
  assert.deepEqual([status, body.ok, body.checks[0].name], [200, false, "files"]);
  assert.deepEqual([...Deno.readDirSync(empty)], []);
  Deno.removeSync(empty);
});
