import assert from "node:assert/strict";
import { promised, type PromisesOf } from "../promise.ts";
import type { Payload, Prober } from "../prober.ts";

const body = (probe: Prober, name: string, trigger: Record<string, unknown> = { kind: "manual" }) => ({
  name,
  trigger,
  action: {
    kind: "run",
    request: `create ${crypto.randomUUID()}.md with "x"`,
    repoPath: probe.repository.root,
    worker: { provider: "builtin", model: "recipe" },
  },
});

const nightly = { kind: "schedule", cron: "0 3 * * *", timezone: "Europe/Berlin" };

const make = (probe: Prober, name: string, trigger?: Record<string, unknown>): Promise<Payload> =>
  probe.call("POST /automations", { body: body(probe, name, trigger) });

const REACHED =
  "Asking for a state that is already reached is 200 and changes nothing (archive an archived record, resume a running run, cancel a finished one)";

/** A change of state that is asked for twice. */
const state = (verb: string, status: string) => [
  promised("semantics", REACHED, async ({ call }, probe) => {
    const { id } = await make(probe, `To ${verb}`);
    if (verb === "enable") await probe.call("POST /automations/:id/disable", { params: { id } });
    const first = await call({ params: { id } });
    assert.equal(first.status, status);
    assert.deepEqual(await call({ params: { id } }), first);
  }),
];

export default {
  "GET /automations": [
    promised("interface", "Query status.", async ({ call }, probe) => {
      const { id } = await make(probe, "Listed");
      assert.ok((await call({ query: { status: "enabled" } })).some((each: Payload) => each.id === id));
      assert.equal(
        (await call({ query: { status: "paused" } })).some((each: Payload) => each.id === id),
        false,
      );
    }),
  ],
  "POST /automations": [
    promised(
      "semantics",
      "`overlap: skip|buffer_one|allow_all` (default skip), `catchupWindow` (default `PT1H`), `maxConsecutiveFailures`.",
      async ({ call, refused }, probe) => {
        const made = await call({ body: body(probe, "Nightly", nightly) });
        assert.deepEqual([made.overlap, made.catchupWindow], ["skip", "PT1H"]);
        await refused(400, { body: body(probe, "Wrong", { ...nightly, cron: "99 * * * *" }) });
      },
    ),
  ],
  "GET /automations/:id": [
    promised("interface", "Definition and event history.", async ({ call }, probe) => {
      const { id } = await make(probe, "Read");
      const shown = await call({ params: { id } });
      assert.equal(shown.name, "Read");
      assert.ok("ledger" in shown && "events" in shown);
    }),
  ],
  "DELETE /automations/:id": [
    promised("interface", "delete result", async ({ call }, probe) => {
      const { id } = await make(probe, "To be deleted");
      assert.equal((await call({ params: { id } })).deleted, id);
      assert.equal((await probe.call("GET /automations")).some((each: Payload) => each.id === id), false);
    }),
  ],
  "POST /automations/:id/enable": state("enable", "enabled"),
  "POST /automations/:id/disable": state("disable", "disabled"),
  "POST /automations/:id/pause": state("pause", "paused"),
  "GET /automations/:id/preview": [
    promised(
      "interface",
      "Dry run; reports what would be queued and creates no run.",
      async ({ call }, probe) => {
        const { id } = await make(probe, "Previewed", nightly);
        const before = (await probe.call("GET /runs", { query: { limit: "1000" } })).length;
        const shown = await call({ params: { id }, query: { count: "3" } });
        assert.equal(shown.outcomeNow, "fired");
        assert.equal((await probe.call("GET /runs", { query: { limit: "1000" } })).length, before);
      },
    ),
  ],
  "POST /automations/:id/trigger": [
    promised("interface", "Manual trigger.", async ({ call }, probe) => {
      const { id } = await make(probe, "Triggered");
      const { outcome, runId } = await call({ params: { id }, body: { ignoreOverlap: true } });
      assert.equal(outcome, "fired");
      assert.equal((await probe.call("GET /runs/:id", { params: { id: runId } })).id, runId);
    }),
  ],
  "POST /automation-webhooks/:path": [
    promised(
      "interface",
      "The webhook route uses the header `x-agent-harness-webhook-secret` instead of a bearer token.",
      async ({ call, refused }, probe) => {
        const value = "a-secret-of-two-parties-4711";
        probe.secrets.add(value);
        const secret = await probe.call("POST /secrets", {
          body: { name: "hook/probe", kind: "webhook", value },
        });
        await make(probe, "Hooked", { kind: "webhook", path: "probed", secretId: secret.id });
        const sent = { params: { path: "probed" }, body: { n: 1 } };
        await refused(401, sent);
        await refused(401, { ...sent, headers: { "x-agent-harness-webhook-secret": "another" } });
        await call({ ...sent, as: "nobody", headers: { "x-agent-harness-webhook-secret": value } });
      },
    ),
  ],
} satisfies PromisesOf;
