import assert from "node:assert/strict";
import { lockStorage } from "../../store/lock.ts";
import { Place, remember, remembered } from "./place.ts";

Deno.test("a deleted lock file lets no second service in; control: the file's own lock alone would", async () => {
  using place = new Place();
  await using first = await place.start();
  const kept = await remember(first, "kept");
  Deno.removeSync(place.file("lock"));
  assert.match(
    await place.refusal(),
    /is in use by another process, whose lock file was deleted\. Stop that process/,
  );
  const alone = Deno.openSync(place.file("lock"), { create: true, read: true, write: true });
  assert.ok(alone.tryLockSync(true));
  alone.close();
  assert.match(await place.refusal(), /is in use by another process/);
  assert.ok((await remembered(first)).includes(kept));
  await remember(first, "the first service goes on");
});

Deno.test("a killed service frees its directory at once, whatever became of the lock file", async () => {
  using place = new Place();
  {
    await using first = await place.start();
    Deno.removeSync(place.file("lock"));
    await first.kill();
  }
  const lock = lockStorage(place.storage, new Date());
  assert.ok(lock.isHeld());
  Deno.removeSync(place.file("lock"));
  assert.equal(lock.isHeld(), Deno.build.os !== "windows");
  lock.release();
  await using second = await place.start();
  await remember(second, "kept");
});
