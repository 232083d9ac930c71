import assert from "node:assert/strict";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { createTar } from "./package_tar.ts";
import { ModelServer } from "../models/server/model_server.ts";
import type { Question } from "../models/server/question.ts";
import { type Reply, says, uses } from "../models/server/reply.ts";
import { REVIEWED } from "../git.ts";
import { eventOf, EventTail } from "../recovery/event_tail.ts";
import type { ServiceProcess } from "../recovery/service_process.ts";
import { checkStore, readLog, Site } from "../recovery/site.ts";
import { configure, type RealAgent } from "./scenario.ts";

/** A registry with one package, on this machine. */
function startRegistry() {
  const tarball = Uint8Array.from(
    gzipSync(createTar("package/package.json", '{"name":"leaf","version":"1.0.0"}\n')),
  );
  const asked: string[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
    const { pathname, origin } = new URL(request.url);
    asked.push(pathname);
    if (pathname.endsWith(".tgz")) return new Response(tarball);
    if (pathname !== "/leaf") return new Response("{}", { status: 404 });
    const dist = { tarball: `${origin}/leaf-1.0.0.tgz` };
    return Response.json({
      name: "leaf",
      "dist-tags": { latest: "1.0.0" },
      versions: { "1.0.0": { name: "leaf", version: "1.0.0", dist } },
    });
  });
  return { port: server.addr.port, asked, [Symbol.asyncDispose]: () => server.shutdown() };
}

/** The model: ten new files, five commands, one installation, for each run anew. */
function model(agent: RealAgent, install: string): (question: Question) => Reply {
  let asked = 0;
  return (question) => {
    if (question.tools.length === 0) return says("A title");
    const directory = /(\/\S*\/workspaces\/[\w-]+\/[\w-]+)/.exec(JSON.stringify(question.body))?.[1];
    assert.ok(directory, "the agent tells the model where it works");
    const [run, step] = [Math.floor(asked / 17), asked++ % 17];
    if (step < 10) return uses(agent.writes(`${directory}/run${run}/file${step}.txt`, `${step}\n`));
    if (step < 15) {
      return uses(agent.runs(`wc -l run${run}/file${step - 10}.txt > run${run}/count${step}.txt`));
    }
    return step === 15 ? uses(agent.runs(install)) : says("All of it is done.");
  };
}

/** Follows a run to its patch, and gives the titles of what was asked before it; each is allowed for the repository. */
async function follow(service: ServiceProcess, runId: string): Promise<string[]> {
  const titles: string[] = [];
  using tail = new EventTail(service);
  for (const seen = new Set<string>();;) {
    const event = await tail.first((each) =>
      eventOf(runId, "approval.requested", "run.failed")(each) && !seen.has(each.id)
    );
    seen.add(event.id);
    assert.equal(event.type, "approval.requested", JSON.stringify(event.data));
    const id = event.subject.slice("approval/".length);
    const { policyClass, title } = event.data as { policyClass: string; title: string };
    if (policyClass === "repo-write") {
      await service.operator("POST /approvals/:id/approve", { params: { id }, body: REVIEWED });
      return titles;
    }
    titles.push(title);
    const body = { actorType: "human", scope: "repository" } as const;
    await service.operator("POST /approvals/:id/approve", { params: { id }, body });
  }
}

/**
 * A run under `border`: ten edits and five commands are done without asking, `npm install` is one question; answered for the
 * repository, the same work in the next run is none.
 */
export async function crossBorder(agent: RealAgent): Promise<void> {
  await using registry = startRegistry();
  const registryUrl = `http://127.0.0.1:${registry.port}/`;
  const install =
    `npm install --ignore-scripts --no-audit --no-fund --no-package-lock --registry ${registryUrl} leaf`;
  await using server = ModelServer.start(model(agent, install));
  using site = Site.make({
    "package.json": '{"name":"shop","private":true}\n',
    ".gitignore": "node_modules\n",
  });
  await configure(site, agent, server);
  const rule = { hosts: [`127.0.0.1:${registry.port}`], defaultHosts: false };
  await Deno.writeTextFile(join(site.storage, "sandbox.json"), JSON.stringify(rule));
  await using service = await site.start();
  const run = async () => {
    const body = {
      request: "Write ten files, count their lines and install leaf.",
      repoPath: site.repository.root,
      worker: { provider: "agent" },
    };
    const { id } = await service.operator("POST /coordinator/runs", { body });
    const titles = await follow(service, id);
    return { titles, unasked: await service.operator("GET /runs/:id/unasked", { params: { id } }) };
  };
  const first = await run();
  assert.equal(first.titles.length, 1, first.titles.join("\n"));
  assert.match(first.titles[0]!, /npm install/);
  assert.equal(first.unasked.dial, "border");
  assert.equal(first.unasked.commands.length, 5, JSON.stringify(first.unasked.commands));
  assert.ok(registry.asked.includes("/leaf-1.0.0.tgz"), "it was installed");
  const log = await readLog(service);
  assert.deepEqual(log.filter(({ type }) => type.endsWith("incident_recorded")).map(({ data }) => data), []);
  const second = await run();
  assert.deepEqual(second.titles, []);
  await checkStore(service);
  await site.end(service);
}
