import assert from "node:assert/strict";
import { startFixture } from "./fixture.ts";

Deno.test("runs get --at says first which moment it shows; runs timeline names the entries that one can pass", async () => {
  await using fixture = await startFixture();
  const { id, approvalId } = await fixture.waitingRun('create b.txt with "b"', await fixture.repository());
  await fixture.connection.call("POST /runs/:id/cancel", { params: { id } });

  const timeline = await fixture.main(["runs", "timeline", id]);
  const line = timeline.stdout.split("\n").find((each) => each.includes("The run is waiting"))!;
  const sequence = /^ *(\d+) {2}\d{4}-/.exec(line)![1]!;

  const { code, stdout, stderr } = await fixture.main(["runs", "get", id, "--at", sequence]);
  assert.equal(code, 0, stderr);
  const [moment, leftOut] = stdout.split("\n");
  assert.match(moment!, new RegExp(`^As it was on .*, after entry ${sequence}: The run is waiting`));
  assert.equal(leftOut, "Left out, as the log does not say it: nextMove, placement");
  assert.match(stdout, /^status +waiting$/m);
  assert.match(stdout, new RegExp(`${approvalId} +pending`));
  assert.doesNotMatch((await fixture.main(["runs", "get", id])).stdout, /As it was/);

  const beyond = await fixture.main(["runs", "get", id, "--at", "9999"]);
  assert.equal(beyond.code, 2);
  assert.match(
    beyond.stderr,
    /The run #1 can be shown as it was after the entries \d+ to \d+ of the log, not after 9999\./,
  );
});
