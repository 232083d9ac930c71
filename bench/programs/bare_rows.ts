/** The bare equivalent of creating and reading runs: the same server, router and SQLite, one row for each run, one commit a turn. */
import { DatabaseSync } from "node:sqlite";
import { Hono } from "hono";

const [port, file, document] = [
  Number(Deno.args[0]),
  Deno.env.get("BENCH_FILE")!,
  Deno.env.get("BENCH_BODY")!,
];
const database = new DatabaseSync(file);
database.exec("pragma journal_mode = wal; pragma synchronous = full");
database.exec("create table runs (id text primary key, body text not null)");
const insert = database.prepare("insert into runs (id, body) values (?, ?)");
let batch: Promise<void> | null = null;

/** Resolves when everything that was inserted in this turn is on disk. */
const durable = (): Promise<void> => {
  if (batch !== null) return batch;
  database.exec("begin immediate");
  return batch = new Promise((resolve) =>
    setImmediate(() => {
      batch = null;
      database.exec("commit");
      resolve();
    })
  );
};

const app = new Hono();
app.get("/health", (c) => c.json({ status: "ok" }));
app.get("/runs/:id", (c) => c.json(JSON.parse(document)));
app.post("/coordinator/runs", async (c) => {
  const asked = await c.req.json();
  const written = durable();
  const run = { ...JSON.parse(document), ...asked, id: crypto.randomUUID() };
  insert.run(run.id, JSON.stringify(run));
  await written;
  return c.json(run, 201);
});
Deno.serve({ hostname: "127.0.0.1", port, onListen: () => {} }, app.fetch);
