import assert from "node:assert/strict";
import { basename } from "node:path";
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
  for (const [number, title, place] of [[1, "other", other], [2, "shop", shop]] as const) {
    const named = new RegExp(
      `review approval_\\w+ {3}create ${title}.txt .*\\(#${number}, ${basename(place)}\\)$`,
      "m",
    );
    assert.match(unsaid.stderr, named);
    const row = new RegExp(
      `^ *#${number} +create ${title}\\.txt.*${basename(place)} +medium +approval_\\w+$`,
      "m",
    );
    for (const list of [["status"], ["approvals", "queue"]]) {
      const { stdout } = await fixture.main(list);
      assert.match(stdout, /^ *RUN +TITLE +REPOSITORY +RISK +ID$/m);
      assert.match(stdout, row);
    }
  }
  await Deno.mkdir(`${shop}/deep`);
  const done = await fixture.run(["review", "--yes", ...REVIEWED], { directory: `${shop}/deep` });
  assert.equal(done.code, 0, done.stderr);
  assert.equal(await Deno.readTextFile(`${shop}/shop.txt`), "s");
  await fixture.connection.call("POST /runs/:id/undo", { params: { id: here.id } });
  const undo = await fixture.run(["review", "2", "--yes", ...REVIEWED]);
  assert.equal(undo.code, 0, "the undo of a run that has ended is found by the number of the run");
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
    /NAME +NEXT +WHEN +STATUS +ID\n *Nightly +in .*every minute \(UTC\) +enabled/,
  );
  const tasks = (await fixture.main(["planner", "tasks"])).stdout;
  assert.match(tasks, /TITLE +DUE .*\n *Pay rent +2030-01-31 +.*#home/);
});
