import assert from "node:assert/strict";
import { Database } from "../../store/database.ts";
import { closeStore, openStore } from "../../store/mod.ts";
import { SCHEMA_VERSION } from "../../store/schema.ts";
import { Place } from "./place.ts";

Deno.test("a store that a newer program wrote is refused with a sentence, and not changed", async () => {
  using place = new Place();
  closeStore(openStore(place.storage));
  const database = new Database(place.file("harness.db"));
  database.exec(`pragma user_version = ${SCHEMA_VERSION + 1}`);
  database.close();
  const before = Deno.readFileSync(place.file("harness.db"));
  assert.match(
    await place.refusal(),
    /^The store has schema version 2, but this program only supports versions up to 1\. Use the newer program/m,
  );
  assert.deepEqual(Deno.readFileSync(place.file("harness.db")), before);
});
