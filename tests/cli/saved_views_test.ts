import assert from "node:assert/strict";
import { pageOfList, queryOfView } from "../../commands/derived/saved_view.ts";
import { PAGES } from "../../ui/pages.ts";
import { askedOf, filterOf as runsFilterOf } from "../../ui/runs/list/filter.ts";
import { filterOf as memoryFilterOf } from "../../ui/memory/records/store.ts";
import { filterOf as inboxFilterOf, queriesOf } from "../../ui/notifications/model/filter.ts";
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
  const queue = (...flags: string[]) => fixture.run(["approvals", "queue", ...flags, "--json"]);
  assert.equal((await queue("--view", "Commands")).code, 2);
  const views = ["views", "save", "--page", "approvals", "--name", "Commands", "--query", "class=command"];
  assert.equal((await fixture.run(views)).code, 0);
  assert.deepEqual(JSON.parse((await queue("--view", "Commands")).stdout).items, []);
  const elsewhere = await fixture.run(["notifications", "list", "--view", "Stopped"]);
  assert.equal(elsewhere.code, 2, "a view belongs to its page");
});

Deno.test("a saved view sends the same query as its page", async () => {
  const asked = async (key: string, query: string) => {
    const call = () => Promise.resolve([{ page: pageOfList(key)!, name: "v", query, path: "" }]);
    return await queryOfView(
      {
        url: "",
        send: fetch,
        call: call as never,
        token: () => Promise.resolve(undefined),
      },
      key,
      "v",
    );
  };
  for (const query of ["q=a+b&status=failed&repository=%2Fr", "archived=1", "view=board", ""]) {
    const address = Object.fromEntries(new URLSearchParams(query));
    const { status } = runsFilterOf(address);
    const page = { ...askedOf(runsFilterOf(address)), ...(status && { status }) };
    assert.deepEqual(await asked("GET /runs", query), page);
  }
  for (const query of ["q=zod&type=fact&scope=project&scopeId=%2Fr", "status=archived", "status=any", ""]) {
    const page = memoryFilterOf(Object.fromEntries(new URLSearchParams(query)));
    const narrowed = Object.entries(page).filter(([, value]) => value !== "" && value !== "any");
    assert.deepEqual(await asked("GET /memory", query), Object.fromEntries(narrowed));
  }
  assert.deepEqual(await asked("GET /memory/candidates", "tab=candidates"), { status: "pending" });
  assert.deepEqual(await asked("GET /planner/tasks", "tab=tasks"), { state: "open" });
  assert.deepEqual(await asked("GET /planner/conflicts", "tab=conflicts"), { includeSuppressed: "false" });
  assert.deepEqual(await asked("GET /audio-sessions", "q=standup&session=x"), { query: "standup" });
  for (const query of ["status=archived&category=failure", "status=unread&severity=critical&scope=all"]) {
    const [{ limit: _, ...page }] = queriesOf(
      inboxFilterOf(Object.fromEntries(new URLSearchParams(query))),
      1,
    ) as [Record<string, unknown>];
    assert.deepEqual(await asked("GET /notifications", query), page);
  }
});

Deno.test("--view on the lists of a page with tabs takes the views of its own tab", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await fixture.run([...args, "--json"]);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout);
  };
  const save = (page: string, name: string, query: string) =>
    run("views", "save", "--page", page, "--name", name, "--query", query);
  await run("planner", "add", "--title", "Water the ferns");
  const { id } = await run("planner", "add", "--title", "Call the plumber");
  await run("planner", "toggle", id);
  const titles = (items: { title: string }[]) => items.map(({ title }) => title);
  await save("planner", "Done", "tab=tasks&state=done");
  await save("planner", "Green", "tab=search&q=ferns&type=task");
  await save("planner", "Clashes", "tab=conflicts&shown=all");
  assert.deepEqual(titles(await run("planner", "tasks", "--view", "Done")), ["Call the plumber"]);
  assert.deepEqual(titles(await run("planner", "search", "--view", "Green")), ["Water the ferns"]);
  assert.deepEqual(await run("planner", "conflicts", "--view", "Clashes"), []);
  const other = await fixture.run(["planner", "search", "--view", "Done"]);
  assert.deepEqual([other.code, /There is no view "Done"\. There are: "Green"\./.test(other.stderr)], [
    2,
    true,
  ]);

  const models = await run("models", "catalog", "--limit", "1000");
  const [{ provider }] = models;
  await save("models", "One", `tab=catalog&provider=${provider}`);
  assert.deepEqual(
    await run("models", "catalog", "--limit", "1000", "--view", "One"),
    models.filter((model: { provider: string }) => model.provider === provider),
  );
});

Deno.test("each list with saved views names a page of the dashboard", () => {
  const keys = [
    "GET /runs",
    "GET /notifications",
    "GET /coordinator/conversations",
    "GET /automations",
    "GET /saved-workflows",
    "GET /projects/context",
    "GET /memory",
    "GET /memory/candidates",
    "GET /model-catalog",
    "GET /planner/tasks",
    "GET /planner/conflicts",
    "GET /planner/search",
    "GET /audio-sessions",
  ];
  for (const key of keys) {
    assert.ok(PAGES.some(({ path }) => path === `/dashboard/${pageOfList(key)}`), key);
  }
  assert.equal(pageOfList("GET /health"), undefined);
});
