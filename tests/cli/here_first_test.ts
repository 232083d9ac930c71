import assert from "node:assert/strict";
import { startFixture } from "./fixture.ts";

const REVIEWED = ["--reviewed-evidence", "--reviewed-hashes", "--reviewed-policy-class"];

Deno.test("review without an id is of the repository in which it runs; elsewhere, of several none is guessed", async () => {
  await using fixture = await startFixture();
  const [shop, other] = [await fixture.repository(), await fixture.repository()];
  const elsewhere = await fixture.waitingRun('create other.txt with "o"', other);
  const here = await fixture.waitingRun('create shop.txt with "s"', shop);
  const unsaid = await fixture.run(["review", "--yes", ...REVIEWED], { directory: fixture.directory });
  assert.equal(unsaid.code, 2);
  assert.match(unsaid.stderr, /Several approvals are waiting\. Name one:/);
  await Deno.mkdir(`${shop}/deep`);
  const done = await fixture.run(["review", "--yes", ...REVIEWED], { directory: `${shop}/deep` });
  assert.equal(done.code, 0, done.stderr);
  assert.equal(await Deno.readTextFile(`${shop}/shop.txt`), "s");
  const { items } = await fixture.connection.call("GET /approvals/queue");
  assert.deepEqual(items.map(({ id }) => id), [elsewhere.approvalId], here.approvalId);
});

Deno.test("lists show what one comes for: when an automation starts next, when a task is due", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const { call } = fixture.connection;
  await call("POST /automations", {
    body: {
      name: "Nightly",
      trigger: { kind: "schedule", cron: "* * * * *", timezone: "UTC" },
      action: { kind: "run", request: 'create a.txt with "a"', repoPath: root },
    },
  });
  await call("POST /planner/tasks", {
    body: { title: "Pay rent", due: { date: "2030-01-31" }, tags: ["home"] },
  });
  const automations = (await fixture.main(["automations", "list"])).stdout;
  assert.match(
    automations,
    /NAME +NEXT +WHEN +STATUS +ID\n *Nightly +in .*\* \* \* \* \* \(UTC\) +enabled/,
  );
  const tasks = (await fixture.main(["planner", "tasks"])).stdout;
  assert.match(tasks, /TITLE +DUE .*\n *Pay rent +2030-01-31 +.*#home/);
});
