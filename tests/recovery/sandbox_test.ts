import assert from "node:assert/strict";
import { join } from "node:path";
import { OPERATOR } from "../tokens.ts";
import { sandboxTest } from "../sandbox.ts";
import { temporaryDirectory } from "../temporary.ts";
import { eventOf, EventTail } from "./event_tail.ts";
import { processesOf } from "./leftovers.ts";
import { checkStore, Site } from "./site.ts";

/** Looks for what only the service may know: its token, its store, its person's home, its own door. */
const look = (site: Site, home: string, port: string) =>
  [
    "cat /proc/[0-9]*/environ | tr '\\0' '\\n' | grep AGENT_HARNESS_",
    `grep -sl . ${join(site.storage, "harness.db")} ${join(site.storage, "lock")} ${join(home, "key")}`,
    `git ls-remote http://127.0.0.1:${port}/x 2>&1 | grep -E 'fatal|repository'`,
    "echo looked",
  ].join("; ");

/** What a command printed in a run of a service whose person has a home with a key. */
async function printed(site: Site, home: string): Promise<string> {
  const wrap = [
    "env",
    `HOME=${home}`,
    `DENO_DIR=${Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME")}/.cache/deno`}`,
  ];
  await using service = await site.start({ wrap });
  using tail = new EventTail(service);
  const request = `run ${look(site, home, new URL(service.url).port)}`;
  const { root: repoPath } = site.repository;
  // A command that names the network would be asked for first.
  await service.operator("POST /repositories/dial", { body: { repoPath, dial: "everything" } });
  const { id } = await service.operator("POST /coordinator/runs", { body: { request, repoPath } });
  const ended = await tail.first(eventOf(id, "tool.completed", "run.failed"));
  await tail.first(eventOf(id, "run.completed", "run.failed"));
  await checkStore(service);
  await site.end(service);
  return String((ended.data as { output?: string }).output);
}

sandboxTest(
  "a command of the real service finds neither its tokens, its store, its person's home nor its door",
  async () => {
    using site = Site.make();
    const home = temporaryDirectory();
    Deno.writeTextFileSync(join(home, "key"), "canary\n");
    try {
      const confined = await printed(site, home);
      assert.match(confined, /looked/);
      assert.match(confined, /fatal: .*(?:connect|unable to access)/i);
      assert.doesNotMatch(confined, /AGENT_HARNESS_|harness\.db|lock|key/);

      Deno.writeTextFileSync(join(site.storage, "sandbox.json"), '{ "sandbox": false }');
      const open = await printed(site, home);
      assert.match(open, /AGENT_HARNESS_TOKEN=/, "the control: unconfined, all of it is found");
      assert.ok(!open.includes(OPERATOR), "what is found is not kept");
      assert.match(open, /harness\.db[\s\S]*key/);
      assert.match(
        open,
        /repository .* not found|Authentication|403|401|fatal: unable to access .*: The requested URL/,
      );
    } finally {
      Deno.removeSync(home, { recursive: true });
    }
  },
);

sandboxTest(
  "kill -9 of the service leaves no process of a sandboxed command, whatever it has started",
  async () => {
    using site = Site.make();
    const request = `run env -i LC_RECOVERY_TEST=${site.storage} /usr/bin/env setsid sleep 1000 & ` +
      `setsid sleep 1000 & trap '' TERM; echo > ${site.path("alive")}; wait`;
    let id = "";
    {
      await using service = await site.start();
      ({ id } = await service.operator("POST /coordinator/runs", {
        body: { request, repoPath: site.repository.root },
      }));
      await site.appears("alive");
      assert.ok(processesOf(site.storage).length >= 4, "the control: they live");
      await service.kill();
      while (processesOf(site.storage).length > 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await using service = await site.start();
    await service.operator("POST /runs/:id/cancel", { params: { id }, body: {} });
    await checkStore(service);
    await site.end(service);
  },
);

sandboxTest(
  "a setup command never reaches the service that runs it, although sandbox.json names its door",
  async () => {
    using site = Site.make();
    const tried = async () => {
      await using service = await site.start({ token: null, wrap: ["env"] });
      using tail = new EventTail(service);
      const { port } = new URL(service.url);
      const settings = JSON.stringify({ ...rule, hosts: [`127.0.0.1:${port}`, `localhost:${port}`] });
      Deno.writeTextFileSync(join(site.storage, "sandbox.json"), settings);
      const ask = ["127.0.0.1", "localhost", "[::1]"].map((host) =>
        `git ls-remote http://${host}:${port}/x; NO_PROXY= no_proxy= git ls-remote http://${host}:${port}/x`
      );
      const setup = {
        command: `(${ask.join("; ")}) 2>&1 | grep -c "not found\\|URL returned error: 40[14]"; false`,
      };
      const body = { request: 'create a.txt with "x"', repoPath: site.repository.root, setup };
      const { id } = await service.operator("POST /coordinator/runs", { body });
      await tail.first(eventOf(id, "run.waiting"));
      const run = await service.operator("GET /runs/:id", { params: { id } });
      await site.end(service);
      return run;
    };
    let rule: Record<string, unknown> = {};
    const confined = await tried();
    assert.match(confined.waitingFor!.detail!, /: 0\n/);
    assert.deepEqual([...new Set(confined.network?.refused.map(({ reason }) => reason))], ["own_service"]);
    rule = { sandbox: false };
    assert.match(
      (await tried()).waitingFor!.detail!,
      /: [1-9]/,
      "the control: unconfined, the service answers",
    );
  },
);
