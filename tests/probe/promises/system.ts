import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { waitingRun } from "../scenes.ts";
import { hasFieldsOf } from "../stable_fields.ts";
import { promised, type PromisesOf } from "../promise.ts";
import type { Payload } from "../prober.ts";

const STATUS =
  "server config, auth mode, log tail links, worker state, active run summaries, queue totals and per-run queue state, recent failures, provider health, model catalog status, credential readiness, risk-boundary enforcement.";
const CONTRACT =
  "version, boundary summary, operation classifications, human-only action classes, blocked capability classes, recommended headless flow.";

export default {
  "GET /health": [
    promised("interface", "`GET /health` needs no token.", async ({ call }) => {
      assert.ok(await call({ as: "nobody" }));
    }),
  ],
  "GET /agent-client/contract": [
    promised("interface", CONTRACT, async ({ call }) => hasFieldsOf(CONTRACT, await call({ as: "agent" }))),
    promised(
      "interface",
      "Operation classes: agent-readable, agent-steering, human-only, operator-only, blocked.",
      async ({ call }) => {
        const known = (await call()).operationClassifications.map(({ id }: { id: string }) => id);
        for (const id of ["agent-readable", "agent-steering", "human-only", "operator-only", "blocked"]) {
          assert.ok(known.includes(id), id);
        }
      },
    ),
  ],
  "GET /control-plane/status": [
    promised("interface", "Agent responses hide provider credential details.", async ({ call }) => {
      const [whole, part] = [await call(), await call({ as: "agent" })];
      assert.ok("credentialReadiness" in whole);
      assert.equal("credentialReadiness" in part, false);
    }),
    promised("interface", STATUS, async ({ call }) => hasFieldsOf(STATUS, await call())),
  ],
  "GET /control-plane/logs": [
    promised("interface", "Query `stream` = stdout or stderr; bounded tail.", async ({ call, refused }) => {
      for (const stream of ["stdout", "stderr"]) {
        assert.equal((await call({ query: { stream } })).stream, stream);
      }
      await refused(400, { query: { stream: "stdin" } });
    }),
  ],
  "GET /control-plane/backup-manifest": [
    promised("interface", "Migration metadata, no raw secret values.", async ({ call }, probe) => {
      probe.secrets.add("value-for-the-manifest-0815");
      await probe.call("POST /secrets", {
        body: { name: "manifest/one", kind: "api-key", value: "value-for-the-manifest-0815" },
      });
      assert.equal(JSON.stringify(await call()).includes("value-for-the-manifest-0815"), false);
    }),
  ],
  "POST /control-plane/restore-verification": [
    promised(
      "semantics",
      "answers `{ ok, checks: [{ name, ok, detail }], verifiedAt }`.",
      async ({ call }) => {
        const { ok, checks, verifiedAt } = await call();
        assert.equal(ok, true, JSON.stringify(checks));
        assert.ok(
          checks.length > 0 && checks.every(({ name, detail }: Record<string, string>) => name && detail),
        );
        assert.ok(verifiedAt);
      },
    ),
  ],
  "GET /events": [
    promised("semantics", "A cursor from the future, or malformed: 400.", async ({ refused }) => {
      await refused(400, { query: { cursor: "999999999999" } });
      await refused(400, { query: { cursor: "x" } });
    }),
    promised("semantics", "`retry: 3000`;", async ({ call }) => {
      assert.match(await call(), /^retry: 3000$/m);
    }),
  ],
  "GET /": [
    promised(
      "interface",
      "in token mode the browser UI is opened once with a `token` query parameter",
      async ({ call, refused }) => {
        assert.match(
          await refused(401, { as: "nobody", headers: { accept: "text/html" } }),
          /<!doctype html>/i,
        );
        assert.match(await call({ as: "nobody", query: { token: "operator-token" } }), /<!doctype html>/i);
      },
    ),
  ],
  ...Object.fromEntries(
    ["GET /dashboard/styles.css", "GET /dashboard/app.js"].map((key) => [key, [
      promised(
        "interface",
        "Static dashboard assets need no API auth only in loopback local-public mode",
        async ({ call, refused }) => {
          await refused(401, { as: "nobody" });
          assert.ok((await call()).length > 0);
        },
      ),
    ]]),
  ),
  "GET /assets/:name": [
    promised(
      "interface",
      "Static dashboard assets need no API auth only in loopback local-public mode",
      async ({ call, refused }) => {
        await refused(401, { as: "nobody", params: { name: "favicon.svg" } });
        assert.match(await call({ params: { name: "favicon.svg" } }), /<svg/);
        await refused(404, { params: { name: "nothing.svg" } });
      },
    ),
  ],
  "POST /shell/select-directory": [
    promised(
      "interface",
      "Internal: used by the bundled dashboard or host integration; not a stable external contract.",
      async ({ call, refused }, { repository }) => {
        const answer = await call({ body: { path: repository.root } });
        assert.ok(JSON.stringify(answer).includes(repository.root));
        await refused(403, { as: "agent", body: { path: repository.root } });
      },
    ),
    promised("interface", "directory selection result", async ({ call, refused }, { repository }) => {
      repository.write({ "listed/inner/a.txt": "x" });
      const { path, parent, isRepository, items } = await call({ body: { path: repository.root } });
      assert.deepEqual([path, parent, isRepository], [repository.root, dirname(repository.root), true]);
      const inner = items.find(({ name }: Payload) => name === "listed");
      assert.deepEqual([inner.path, inner.isRepository], [join(repository.root, "listed"), false]);
      const below = await call({ body: { path: inner.path } });
      assert.deepEqual(below.items.map(({ name }: Payload) => name), ["inner"]);
      await refused(400, { body: { path: join(repository.root, "nowhere") } });
    }),
  ],
  "POST /shell/open-path": [
    promised(
      "interface",
      "Internal: used by the bundled dashboard or host integration; not a stable external contract.",
      async ({ call, refused }, probe) => {
        await waitingRun(probe); // a human has used the repository
        const body = { path: probe.repository.root };
        assert.equal(typeof (await call({ body })).opened, "boolean");
        await refused(403, { as: "agent", body });
      },
    ),
    promised("interface", "open-path result", async ({ call, refused }, probe) => {
      await waitingRun(probe);
      const { root } = probe.repository;
      const { path, opened, detail } = await call({ body: { path: join(root, "a.txt") } });
      assert.equal(path, root, "the directory of a file");
      assert.ok(opened || detail.includes(root));
      await refused(403, { body: { path: "/etc" } });
      await refused(400, { body: { path: join(root, "nowhere") } });
    }),
  ],
  "GET /shell/git-status": [
    promised("interface", "git status object (query `path`)", async ({ call, refused }, { repository }) => {
      repository.write({ "status/new.txt": "x" });
      const { isRepository, root, commit, ref, clean, items } = await call({
        query: { path: join(repository.root, "status") },
      });
      assert.deepEqual([isRepository, root, clean], [true, repository.root, false]);
      assert.equal(commit, repository.git("rev-parse", "HEAD").trim());
      assert.ok(ref.endsWith("main"), ref);
      assert.ok(items.some(({ path, change }: Payload) => path === "status/new.txt" && change === "added"));
      await refused(400);
      await refused(400, { query: { path: join(repository.root, "nowhere") } });
    }),
  ],
  "POST /dashboard/calendar/events": [
    promised(
      "planner",
      "`from, to (at most 62 days), sources?, include? (events, tasks, runs, approvals, automations)`",
      async ({ call, refused }, probe) => {
        const start = new Date(Date.now() + 3_600_000).toISOString();
        const task = await probe.call("POST /planner/tasks", { body: { title: "On the calendar" } });
        await probe.call("POST /planner/tasks/:id/schedule", { params: { id: task.id }, body: { start } });
        const [from, to] = [new Date().toISOString(), new Date(Date.now() + 86_400_000 * 2).toISOString()];
        const shown = await call({ body: { from, to, include: ["tasks"] } });
        assert.ok(shown.some(({ title }: { title: string }) => title === "On the calendar"));
        await refused(400, { body: { from, to: new Date(Date.now() + 86_400_000 * 80).toISOString() } });
      },
    ),
  ],
  "GET /history": [
    promised("interface", "run history array (legacy)", async ({ call }, probe) => {
      const run = await waitingRun(probe);
      assert.ok((await call()).some(({ id }: { id: string }) => id === run.id));
    }),
  ],
} satisfies PromisesOf;
