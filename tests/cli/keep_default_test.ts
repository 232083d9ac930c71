import assert from "node:assert/strict";
import { review } from "../../commands/review.ts";
import { fakeShell, startFixture } from "./fixture.ts";

const VERIFIER = "test -d .";

Deno.test("review offers once to keep the verifier of an applied run as the default, and sets nothing without its key", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const defaultVerifier = async () => {
    const { items } = await fixture.connection.call("GET /repositories/defaults", {
      query: { repoPath: root },
    });
    return items.find(({ id }) => id === "verifier")!.value;
  };
  const reviewed = async (request: string, verifier: string | undefined, after: readonly string[]) => {
    const { approvalId } = await fixture.waitingRun(request, root, verifier);
    const environment = { AGENT_HARNESS_URL: fixture.url };
    const { shell, questions, printed } = fakeShell(["1", "2", "3", "a", ...after], environment);
    assert.equal(await review(shell, approvalId, {}), 0, printed.stderr);
    return { asked: questions.slice(4), printed: printed.stderr };
  };
  const declined = await reviewed('create b.txt with "b"', VERIFIER, ["n"]);
  assert.deepEqual(declined.asked, [
    `k keep the verifier "${VERIFIER}" as the default here · any other key continues `,
  ]);
  assert.equal(await defaultVerifier(), null);
  await reviewed('create c.txt with "c"', VERIFIER, []);
  assert.equal(await defaultVerifier(), null, "no answer is no yes");
  const undone = await reviewed('create h.txt with "h"', VERIFIER, ["k", "u"]);
  assert.match(undone.asked[1]!, /^u undo that · /);
  assert.match(undone.printed, /The defaults are as before\./);
  assert.equal(await defaultVerifier(), null);
  const kept = await reviewed('create d.txt with "d"', VERIFIER, ["k"]);
  assert.match(kept.printed, /From now on the verifier "test -d \." is the default of /);
  assert.equal(kept.asked.length, 2, "it is offered once, and then its undoing");
  assert.equal(await defaultVerifier(), VERIFIER);
  assert.deepEqual(
    (await reviewed('create e.txt with "e"', VERIFIER, ["k"])).asked,
    [],
    "it is the default now",
  );
  assert.deepEqual((await reviewed('create f.txt with "f"', undefined, ["k"])).asked, []);
  const red = await reviewed('create g.txt with "g"', "false", ["k"]);
  assert.deepEqual(red.asked, [], "a verifier that failed is not offered");
});
