import assert from "node:assert/strict";
import { pageOfList, queryOfView } from "../../commands/derived/saved_view.ts";
import { PAGES } from "../../ui/pages.ts";
import { askedOf, filterOf as runsFilterOf } from "../../ui/runs/list/filter.ts";
import { filterOf as inboxFilterOf, queriesOf } from "../../ui/notifications/filter.ts";
import { startFixture } from "./fixture.ts";

Deno.test("--view lists what a saved view of the page shows; flags override it, and an unknown name is refused", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  const root = await fixture.repository();
  const made: string[] = [];
  for (const name of ["b", "c"]) {
    const request = `create ${name}.txt with "x"`;
    const { stdout } = await fixture.run([
      "runs",
      "create",
      "--request",
      request,
      "--repo",
      root,
      "--json",
    ]);
    made.push(JSON.parse(stdout).id);
  }
  assert.equal((await fixture.run(["runs", "pause", made[0]!])).code, 0);
  const listed = async (...flags: string[]) => {
    const { code, stdout, stderr } = await fixture.run(["runs", "list", ...flags, "--json"]);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout).map(({ id }: { id: string }) => id);
  };
  const none = await fixture.run(["runs", "list", "--view", "Stopped"]);
  assert.equal(none.code, 2);
  assert.match(none.stderr, /There is no view "Stopped"\. Save one on the list's page of the dashboard\./);
  const query = `status=paused&repository=${encodeURIComponent(root)}&view=board`;
  const saved = await fixture.run([
    "views",
    "save",
    "--page",
    "runs",
    "--name",
    "Stopped",
    "--query",
    query,
  ]);
  assert.equal(saved.code, 0, saved.stderr);
  assert.deepEqual(await listed("--view", "Stopped"), [made[0]]);
  assert.deepEqual(await listed("--view", "Stopped", "--status", "queued"), [made[1]]);
  const wrong = await fixture.run(["runs", "list", "--view", "Stoped"]);
  assert.equal(wrong.code, 2);
  assert.match(wrong.stderr, /There is no view "Stoped"\. Did you mean "Stopped"\?/);
  const elsewhere = await fixture.run(["notifications", "list", "--view", "Stopped"]);
  assert.equal(elsewhere.code, 2, "a view belongs to its page");
});

Deno.test("a saved view sends the same query as its page", async () => {
  const asked = async (key: string, query: string) => {
    const call = () => Promise.resolve([{ page: pageOfList(key)!, name: "v", query, path: "" }]);
    return await queryOfView({ url: "", send: fetch, call: call as never }, key, "v");
  };
  for (const query of ["q=a+b&status=failed&repository=%2Fr", "archived=1", "view=board", ""]) {
    const address = Object.fromEntries(new URLSearchParams(query));
    const { status } = runsFilterOf(address);
    const page = { ...askedOf(runsFilterOf(address)), ...(status && { status }) };
    assert.deepEqual(await asked("GET /runs", query), page);
  }
  for (const query of ["status=archived&category=failure", "status=unread&severity=critical&scope=all"]) {
    const [{ limit: _, ...page }] = queriesOf(
      inboxFilterOf(Object.fromEntries(new URLSearchParams(query))),
      1,
    ) as [Record<string, unknown>];
    assert.deepEqual(await asked("GET /notifications", query), page);
  }
});

Deno.test("each list with saved views names a page of the dashboard", () => {
  const keys = [
    "GET /runs",
    "GET /notifications",
    "GET /coordinator/conversations",
    "GET /automations",
    "GET /saved-workflows",
    "GET /projects/context",
  ];
  for (const key of keys) {
    assert.ok(PAGES.some(({ path }) => path === `/dashboard/${pageOfList(key)}`), key);
  }
  assert.equal(pageOfList("GET /health"), undefined);
});
