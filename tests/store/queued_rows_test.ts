import assert from "node:assert/strict";
import { join } from "node:path";
import fc from "fast-check";
import { Database } from "../../store/database.ts";
import { MAX_QUEUED, RowTarget } from "../../store/queued_rows.ts";
import { temporaryDirectory } from "../temporary.ts";

const NOTES = new RowTarget(
  "notes",
  "(id, text)",
  "on conflict (id) do update set text = excluded.text",
);
const TAGS = new RowTarget("tags");

/** What is done with a database, in order; `attempt` is undone if it fails. */
type Step =
  | { do: "queue" | "write"; table: "notes" | "tags"; id: number; text: string }
  | { do: "read"; table: "notes" | "tags" }
  | { do: "attempt"; steps: readonly Step[]; fails: boolean };

const table = fc.constantFrom("notes" as const, "tags" as const);
const row = fc.record({
  do: fc.constantFrom("queue" as const, "queue" as const, "write" as const),
  table,
  id: fc.nat(5),
  text: fc.constantFrom("a", "b", "c"),
});
const read = fc.record({ do: fc.constant("read" as const), table });
const { steps } = fc.letrec<{ steps: Step[]; attempt: Step }>((tie) => ({
  steps: fc.array(
    fc.oneof({ depthSize: "small" }, row, read, tie("attempt")) as fc.Arbitrary<Step>,
    { maxLength: 8 },
  ),
  attempt: fc.record({ do: fc.constant("attempt" as const), steps: tie("steps"), fails: fc.boolean() }),
}));

/** The rows as they should be: notes by id, tags in the order in which they came. */
type Model = { notes: Map<number, string>; tags: string[] };

function database(): Database & Disposable {
  const directory = temporaryDirectory();
  const opened = new Database(join(directory, "rows.sqlite"));
  opened.exec("pragma journal_mode = wal; create table notes (id integer primary key, text text not null)");
  opened.exec("create table tags (id integer primary key, text text not null)");
  return Object.assign(opened, {
    [Symbol.dispose]: () => {
      opened.close();
      Deno.removeSync(directory, { recursive: true });
    },
  });
}

const stored = (rows: Database, table: string) =>
  rows.all<{ text: string }>(`select * from ${table} order by id`).map((row) => ({ ...row }));

const expected = (model: Model, table: string) =>
  table === "notes"
    ? [...model.notes].sort(([a], [b]) => a - b).map(([id, text]) => ({ id, text }))
    : model.tags.map((text, i) => ({ id: i + 1, text }));

function carryOut(rows: Database, model: Model, steps: readonly Step[]): Model {
  for (const step of steps) {
    if (step.do === "read") assert.deepEqual(stored(rows, step.table), expected(model, step.table));
    else if (step.do === "attempt") {
      const before = { notes: new Map(model.notes), tags: [...model.tags] };
      try {
        model = rows.savepoint(() => {
          const after = carryOut(rows, before, step.steps);
          if (step.fails) throw new RangeError("fails");
          return after;
        });
      } catch (cause) {
        assert.ok(cause instanceof RangeError, String(cause));
      }
    } else if (step.table === "notes") {
      model.notes.set(step.id, step.text);
      if (step.do === "queue") rows.queue(NOTES, step.id, step.text);
      else rows.run("insert or replace into notes values (?, ?)", step.id, step.text);
    } else {
      model.tags.push(step.text);
      if (step.do === "queue") rows.queue(TAGS, model.tags.length, step.text);
      else rows.run("insert into tags values (?, ?)", model.tags.length, step.text);
    }
  }
  return model;
}

Deno.test("rows that are queued, written, read and undone in any order are those of a store that writes at once", () => {
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 3 }), fc.boolean(), (transactions, cancelled) => {
      using rows = database();
      let model: Model = { notes: new Map(), tags: [] };
      for (const steps of transactions) {
        rows.begin();
        model = carryOut(rows, model, steps);
        rows.commit();
      }
      if (cancelled) {
        rows.begin();
        rows.queue(NOTES, 9, "never");
        rows.rollback();
      }
      for (const table of ["notes", "tags"]) assert.deepEqual(stored(rows, table), expected(model, table));
    }),
    { numRuns: 150 },
  );
});

Deno.test("more rows than may wait are inserted in between, and undone with the work that queued them", () => {
  using rows = database();
  const count = () => rows.getStored<{ n: number }>("select count(*) as n from tags")!.n;
  rows.begin();
  rows.queue(TAGS, 1, "before");
  assert.throws(() =>
    rows.savepoint(() => {
      for (let i = 2; i < MAX_QUEUED * 2; i++) rows.queue(TAGS, i, "inside");
      assert.ok(count() >= MAX_QUEUED);
      throw new Error("fails");
    })
  );
  assert.equal(count(), 1);
  rows.commit();
  assert.deepEqual(stored(rows, "tags"), [{ id: 1, text: "before" }]);
});

Deno.test("a row that cannot be inserted takes its own work with it, even where the work goes on after the error", () => {
  using rows = database();
  rows.begin();
  rows.queue(NOTES, 1, "neighbour");
  assert.throws(() =>
    rows.savepoint(() => {
      rows.queue(NOTES, 2, null);
      try {
        stored(rows, "notes");
      } catch {
        // as work that catches too much
      }
    })
  );
  rows.commit();
  assert.deepEqual(stored(rows, "notes"), [{ id: 1, text: "neighbour" }]);
});

Deno.test("a row that cannot be inserted after its work has ended lets nothing be committed", () => {
  using rows = database();
  rows.begin();
  rows.savepoint(() => rows.queue(NOTES, 1, "first"));
  rows.savepoint(() => rows.queue(NOTES, 2, null));
  assert.throws(() => stored(rows, "notes"));
  rows.savepoint(() => rows.queue(NOTES, 3, "third"));
  assert.throws(() => rows.commit());
  rows.rollback();
  assert.deepEqual(stored(rows, "notes"), []);
  rows.transaction(() => rows.queue(NOTES, 4, "next"));
  assert.deepEqual(stored(rows, "notes"), [{ id: 4, text: "next" }]);
});

Deno.test("a row is not queued outside of a transaction", () => {
  using rows = database();
  assert.throws(() => rows.queue(NOTES, 1, "a"), /outside of a transaction/);
});
