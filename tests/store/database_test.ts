import assert from "node:assert/strict";
import { Database } from "../../store/database.ts";

Deno.test("a row is found again by the value that was read of it, also where a NUL was in it", () => {
  const database = new Database(":memory:");
  database.exec("create table things (name text primary key) strict");
  database.run("insert into things values (?)", "a\0b");
  const read = () => database.all<{ name: string }>("select name from things").map(({ name }) => name);
  assert.deepEqual(read(), ["a\uFFFDb"]);
  const found = (name: string) =>
    database.get<{ n: number }>("select count(*) as n from things where name = ?", name);
  assert.deepEqual([found("a\0b")!.n, found("a\uFFFDb")!.n], [1, 1]);
  assert.equal(database.run("delete from things where name = ?", read()[0]!), 1);
  database.close();
});
