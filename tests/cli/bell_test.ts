import assert from "node:assert/strict";
import { watchRun } from "../../commands/watch.ts";
import { fakeShell, startFixture } from "./fixture.ts";

Deno.test("watch rings the terminal's bell once, when the run waits or has ended; without a terminal it does not", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const bells = async (id: string, answers: readonly string[] | null) => {
    const { shell, printed } = fakeShell(answers);
    await watchRun(shell, fixture.connection, id, {});
    return [printed.stderr, printed.stdout].join("").split("\x07").length - 1;
  };
  const body = { request: 'create made.txt with "x"', repoPath: root };
  const { id } = await fixture.connection.call("POST /coordinator/runs", { body });
  assert.equal(await bells(id, []), 1, "it waits for its review");
  await fixture.connection.call("POST /runs/:id/cancel", { params: { id }, body: { reason: "enough" } });
  assert.equal(await bells(id, []), 1, "it was cancelled");
  assert.equal(await bells(id, null), 0);
});
