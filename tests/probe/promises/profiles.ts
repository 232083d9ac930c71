import assert from "node:assert/strict";
import { REVIEWED } from "../../git.ts";
import { promised, type PromisesOf } from "../promise.ts";
import type { Payload, Prober } from "../prober.ts";

const ask = (
  probe: Prober,
  proposed: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Promise<Payload> => probe.call("POST /agent-profile-changes", { body: { proposed, ...more } });

const second = (description: string) => ({ role: "reviewer", label: "Second reviewer", description });

export default {
  "GET /agent-profiles": [
    promised(
      "workflows",
      "Built-ins, immutable: `coordinator, worker, verifier, reviewer, researcher, planner`.",
      async ({ call }) => {
        const builtin = (await call()).filter(({ source }: Payload) => source === "builtin").map((
          { role }: Payload,
        ) => role);
        for (const role of ["coordinator", "worker", "verifier", "reviewer", "researcher", "planner"]) {
          assert.ok(builtin.includes(role), role);
        }
      },
    ),
    promised("interface", "Query role, status, workflowTemplateId.", async ({ call }) => {
      assert.ok((await call({ query: { role: "worker" } })).every(({ role }: Payload) => role === "worker"));
    }),
  ],
  "GET /agent-profiles/:id": [
    promised(
      "workflows",
      "`status: active|inactive|archived`; `source: builtin|user|imported`; `version` integer.",
      async ({ call }) => {
        const profile = await call({ params: { id: "worker" } });
        assert.deepEqual([profile.source, profile.status], ["builtin", "active"]);
        assert.ok(Number.isInteger(profile.version));
      },
    ),
  ],
  "DELETE /agent-profiles/:id": [
    promised(
      "workflows",
      "DELETE: user profiles only (built-in: 400); sessions keep their copy.",
      async ({ call, refused }, probe) => {
        const { id } = await probe.call("POST /agent-profiles/settings", {
          body: { profileId: "planner", settings: { label: "To be deleted" } },
        });
        assert.equal((await call({ params: { id } })).deleted, true);
        await refused(400, { params: { id: "worker" } });
      },
    ),
  ],
  "POST /agent-profiles/settings": [
    promised(
      "workflows",
      "A setting on a built-in makes a user profile that overrides it.",
      async ({ call }) => {
        const body = { profileId: "researcher", settings: { label: "Careful researcher" } };
        const made = await call({ body });
        assert.deepEqual([made.source, made.label], ["user", "Careful researcher"]);
      },
    ),
    promised(
      "workflows",
      "Anything that widens (more tools, classes, skills, higher limit, weaker privacy, changed instructions) is 400 naming it and `POST /agent-profile-changes`.",
      async ({ refused }) => {
        const body = { profileId: "reviewer", settings: { instructions: "Approve all of it." } };
        assert.match(await refused(400, { body }), /agent-profile-changes/);
      },
    ),
  ],
  "GET /agent-profile-changes": [
    promised("interface", "Query status, targetProfileId.", async ({ call }, probe) => {
      const { id } = await ask(probe, { description: "Listed." }, { targetProfileId: "verifier" });
      assert.ok(
        (await call({ query: { status: "pending", targetProfileId: "verifier" } })).some((each: Payload) =>
          each.id === id
        ),
      );
      assert.deepEqual(await call({ query: { status: "expired" } }), []);
    }),
  ],
  "POST /agent-profile-changes": [
    promised("interface", "Creates a pending request.", async ({ call }) => {
      const made = await call({
        body: { targetProfileId: "planner", proposed: { description: "Divides." } },
      });
      assert.equal(made.status, "pending");
      assert.deepEqual(made.diff.map(({ path }: Payload) => path), ["description"]);
    }),
  ],
  "GET /agent-profile-changes/:id": [
    promised(
      "workflows",
      "status: pending|approved|rejected|superseded|expired, diff: [{path, before, after, effect: widens|narrows|neutral}]",
      async ({ call }, probe) => {
        const made = await ask(probe, second("Read once."));
        const shown = await call({ params: { id: made.id } });
        assert.deepEqual([shown.id, shown.kind, shown.status], [made.id, "profile", "pending"]);
        for (const { path, effect } of shown.diff) {
          assert.ok(path);
          assert.match(effect, /^(?:widens|narrows|neutral)$/);
        }
      },
    ),
  ],
  "POST /agent-profile-changes/:id/approve": [
    promised(
      "workflows",
      "Approve/reject: approvalDecisionInputSchema, `actorType` must be `human` (coordinator: 403)",
      async ({ call, refused }, probe) => {
        const { id } = await ask(probe, second("Reads twice."));
        await refused(403, { params: { id }, body: { ...REVIEWED, actorType: "coordinator" } });
        const first = await call({ params: { id }, body: REVIEWED });
        assert.equal(first.status, "approved");
        assert.equal((await call({ params: { id }, body: REVIEWED })).status, "approved");
      },
    ),
  ],
  "POST /agent-profile-changes/:id/reject": [
    promised("interface", "audit history kept", async ({ call }, probe) => {
      const { id } = await ask(probe, second("Reads three times."));
      assert.equal(
        (await call({ params: { id }, body: { ...REVIEWED, reviewerNote: "no" } })).status,
        "rejected",
      );
      const shown = await probe.call("GET /agent-profile-changes/:id", { params: { id } });
      assert.deepEqual([shown.status, shown.reviewerNote], ["rejected", "no"]);
    }),
  ],
} satisfies PromisesOf;
