import assert from "node:assert/strict";
import { join } from "node:path";
import { ArtifactFiles } from "../../store/artifacts.ts";
import { Database } from "../../store/database.ts";
import { DATABASE_FILE } from "../../store/mod.ts";
import { projectionTables } from "../../store/projection_tables.ts";
import { referencedArtifacts } from "../../store/referenced_artifacts.ts";
import { registry } from "../../store/registry.ts";
import { verifyChain } from "../../store/verify.ts";
import { verifyCopy } from "../../store/verify_copy.ts";
import { TestRepository } from "../git.ts";
import { Harness } from "../harness.ts";
import { storageOf } from "./release.ts";

/** Every row of the projection tables that a file has, as text. */
function projected(file: string): Map<string, string[]> {
  const database = new Database(file, { readOnly: true });
  try {
    const there = new Set(
      database.all<{ name: string }>("select name from sqlite_schema where type = 'table'").map(({ name }) =>
        name
      ),
    );
    return new Map(
      projectionTables(registry).filter((table) => there.has(table)).map((table) => {
        const where = table === "document_counts" ? " where n > 0" : "";
        const rows = database.all(`select * from ${table}${where}`).map((row) => JSON.stringify(row));
        return [table, rows.sort()];
      }),
    );
  } finally {
    database.close();
  }
}

/** What documents have been folded to since, out of events that were there already. */
const GAINED: Readonly<Record<string, readonly string[]>> = {
  documents_run: ["work"],
  documents_task_session: ["work"],
};

/** Columns that a view fills with sentences of the program, which may be worded differently in a later version of the view. */
const WORDED: Readonly<Record<string, readonly string[]>> = { notifications: ["if_ignored", "resolution"] };

/** Rows without the columns above, where a sentence only counts as present. */
const withoutWords = (table: string, rows: readonly string[]): string[] =>
  rows.map((row) =>
    JSON.stringify(JSON.parse(row, (name, value) => WORDED[table]?.includes(name) ? value !== null : value))
  ).sort();

/** Later rows with the columns that the earlier ones had: a view may gain columns, and a document the fields above. */
function withColumnsOf(table: string, earlier: readonly string[], later: readonly string[]): string[] {
  const columns = new Set(Object.keys(JSON.parse(earlier[0] ?? "{}")));
  return later.map((row) => {
    const kept = Object.fromEntries(Object.entries(JSON.parse(row)).filter(([name]) => columns.has(name)));
    const gained = GAINED[table];
    if (gained === undefined) return JSON.stringify(kept);
    const body = Object.entries(JSON.parse(String(kept.body))).filter(([name]) => !gained.includes(name));
    return JSON.stringify({ ...kept, body: JSON.stringify(Object.fromEntries(body)) });
  }).sort();
}

Deno.test("a storage directory of the release before opens, verifies, folds to the same rows, and continues", async () => {
  using repository = TestRepository.make();
  const directory = await storageOf("be21bc9");
  const file = join(directory, DATABASE_FILE);
  const before = projected(file);
  assert.ok(before.get("documents_run")!.length > 2 && before.get("secret_receipts") !== undefined);

  const h = await Harness.open({ workers: 1 }, directory);
  const chain = verifyChain(h.store.database);
  assert.equal(chain.ok, true, JSON.stringify(chain.broken));
  assert.ok(chain.erased.length > 5, "a deleted run is part of it");
  assert.deepEqual(h.rebuildDifferences(), []);
  assert.ok(referencedArtifacts(h.store).length > 5);
  for (const { sha256 } of referencedArtifacts(h.store)) {
    await new ArtifactFiles(`${directory}/artifacts`).read(sha256);
  }

  const { id } = await h.operator("POST /coordinator/runs", {
    body: { request: 'create later.txt with "later"', repoPath: repository.root },
  });
  assert.equal((await h.settled(id)).status, "waiting");
  const [kept] = (await h.operator("GET /memory")).slice(-1);
  assert.match(kept!.content, /The port is/);
  assert.deepEqual(h.rebuildDifferences(), []);
  await h[Symbol.asyncDispose]();
});

Deno.test("what the release before folded is what this one folds, byte for byte, in every table and column that it had", async () => {
  const directory = await storageOf("be21bc9");
  const file = join(directory, DATABASE_FILE);
  const before = projected(file);
  const checks = await verifyCopy(file, directory);
  assert.deepEqual(checks.filter(({ ok }) => !ok), []);
  const harness = await Harness.open({}, directory);
  await harness.close();
  const after = projected(file);
  const own = new Set(["documents_system", "documents_notification", "notification_service"]); // of the start itself
  for (const [table, rows] of before) {
    if (own.has(table)) continue;
    const folded = withColumnsOf(table, rows, after.get(table)!);
    // Since version 8 of the inbox a run that a person rejected is no failure; it was the only one here.
    const kept = rows.filter((row) =>
      !table.startsWith("notification") || !row.includes('"category":"failure"')
    );
    assert.deepEqual(withoutWords(table, folded), withoutWords(table, kept), table);
  }

  const damaged = await storageOf("be21bc9");
  const database = new Database(join(damaged, DATABASE_FILE));
  database.exec("update documents_run set body = replace(body, 'b.txt', 'c.txt')");
  database.close();
  assert.notDeepEqual(
    projected(join(damaged, DATABASE_FILE)).get("documents_run"),
    before.get("documents_run"),
  );
  await Deno.remove(directory, { recursive: true });
  await Deno.remove(damaged, { recursive: true });
});
