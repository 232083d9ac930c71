import assert from "node:assert/strict";
import { promised, type PromisesOf } from "../promise.ts";
import type { Payload } from "../prober.ts";

const skill = (name: string, body = "# Steps\n") => ({
  files: [{ path: "SKILL.md", content: `---\nname: ${name}\ndescription: Use it in probes.\n---\n${body}` }],
});

export default {
  "GET /capabilities": [
    promised(
      "workflows",
      "ids `tool:edit_file`, `node:http_read`, `class:purchases`, `skill:…`.",
      async ({ call }) => {
        const ids = (await call({ query: { limit: "1000" } })).map(({ id }: Payload) => id);
        assert.ok(ids.includes("class:purchases"));
        assert.ok(ids.some((id: string) => id.startsWith("tool:")));
        for (const kind of ["tool", "blocked_class"]) {
          assert.ok((await call({ query: { kind } })).every((each: Payload) => each.kind === kind));
        }
      },
    ),
  ],
  "GET /capabilities/:id": [
    promised(
      "interface",
      "They cannot execute until a connector deliberately enables the class with verifier coverage, approval checkpoints and audit traces.",
      async ({ call }) => assert.equal((await call({ params: { id: "class:purchases" } })).state, "blocked"),
    ),
  ],
  "GET /tools": [
    promised(
      "workflows",
      "`GET /tools`: `{id, label, description, inputSchema, policyClass, effects, workers[], capabilityId, state}`.",
      async ({ call }, probe) => {
        const tools = await call();
        assert.ok(tools.length > 0);
        for (const { capabilityId } of tools.slice(0, 3)) {
          assert.equal(
            (await probe.call("GET /capabilities/:id", { params: { id: capabilityId } })).id,
            capabilityId,
          );
        }
      },
    ),
  ],
  "GET /skills": [
    promised(
      "semantics",
      "The service adds `contentSha256`, `files[]`, `trust: trusted|scanned|unknown|quarantined`, `findings[]`.",
      async ({ call }, probe) => {
        await probe.call("POST /skills/import", { body: skill("listed-skill") });
        const one = (await call()).find(({ name }: Payload) => name === "listed-skill");
        assert.match(one.contentSha256, /^[0-9a-f]{64}$/);
        assert.equal(one.files.length, 1);
      },
    ),
  ],
  "GET /skills/schema": [
    promised(
      "semantics",
      "`name` 1-64 lower-case letters, digits, single hyphens;",
      async ({ call }, probe) => {
        const { schema: { properties }, template } = await call();
        assert.deepEqual([properties.name.minLength, properties.name.maxLength], [1, 64]);
        const valid = async (name: string) =>
          (await probe.call("POST /skills/validate", { body: skill(name) })).valid;
        assert.equal(await valid(`a1-${"b".repeat(61)}`), true);
        for (const name of ["b".repeat(65), "Upper", "two--hyphens", "under_score"]) {
          assert.equal(await valid(name), false, name);
        }
        const body = { files: [{ path: "SKILL.md", content: template }] };
        assert.equal((await probe.call("POST /skills/validate", { body })).valid, true);
      },
    ),
    promised("semantics", "`description` 1-1024;", async ({ call }) => {
      const { schema: { properties, required } } = await call();
      assert.deepEqual([properties.description.minLength, properties.description.maxLength], [1, 1024]);
      assert.deepEqual(required, ["name", "description"]);
    }),
    promised(
      "semantics",
      "`license`, `compatibility`, `metadata`, `allowed-tools`), JSON form with the same names.",
      async ({ call }) => {
        const names = ["name", "description", "license", "compatibility", "metadata", "allowed-tools"];
        const { schema, fields } = await call();
        assert.deepEqual(Object.keys(schema.properties), names);
        assert.deepEqual(fields.map(({ name }: Payload) => name), names);
      },
    ),
  ],
  "POST /skills/validate": [
    promised("workflows", "nothing stored.", async ({ call }, probe) => {
      assert.equal((await call({ body: skill("only-checked") })).valid, true);
      assert.equal(
        (await probe.call("GET /skills")).some(({ name }: Payload) => name === "only-checked"),
        false,
      );
      assert.equal(
        (await call({ body: { files: [{ path: "SKILL.md", content: "---\nname: x\n---\n" }] } })).valid,
        false,
      );
    }),
  ],
  "POST /skills/import": [
    promised("workflows", "Same hash again: 200.", async ({ call }, probe) => {
      await call({ body: skill("imported") });
      const got = await probe.send("POST", "/skills/import", { body: skill("imported") });
      assert.equal(got.status, 200);
    }),
    promised(
      "semantics",
      "An imported skill with scripts is quarantined until a human releases it.",
      async ({ call }) => {
        const body = skill("scripted");
        body.files.push({ path: "scripts/run.sh", content: "#!/bin/sh\necho hello\n" });
        assert.equal((await call({ body })).quarantined, true);
      },
    ),
  ],
} satisfies PromisesOf;
