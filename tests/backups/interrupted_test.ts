import assert from "node:assert/strict";
import { join } from "node:path";
import { backupStream } from "../../store/backups/stream.ts";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { Harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";

Deno.test("after a kill during a backup, the next start removes the copy of the database that it left", async () => {
  const [storage, place] = [temporaryDirectory(), temporaryDirectory()];
  const killed = await Harness.open({}, storage);
  const ctx = contextFor(killed.service, "operator");
  const id = ctx.newId("bak");
  const path = join(place, "backup.tar.gz.age");
  const data = { trigger: "operator", path, encrypted: true, secretsIncluded: true } as const;
  record(ctx, backupStream, id, [{ type: "backup.started", data }]);
  await killed.close();
  const staging = join(place, `.agent-harness-backup-${id}`);
  Deno.mkdirSync(staging);
  Deno.writeTextFileSync(join(staging, "harness.db"), "everything");
  Deno.writeTextFileSync(`${staging}.lock`, "");
  const h = await Harness.open({}, storage);
  const { status } = await h.operator("GET /control-plane/backups/:id", { params: { id } });
  await h.close();
  assert.deepEqual([status, [...Deno.readDirSync(place)]], ["interrupted", []]);
});
