import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { ENDPOINTS, pathWith } from "./endpoints.ts";
import { exampleOf, type JsonSchema, schemaOf } from "./json_mutations.ts";
import { assertRefusal } from "./sentence.ts";

/** A union within a body: how to put a value in its place, and its branches that are objects. */
type Union = { at: string; branches: JsonSchema[]; body: (value: unknown) => unknown };

function* unionsOf(schema: JsonSchema, at: string[], body: Union["body"]): Generator<Union> {
  const branches = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type === "object");
  if (branches.length > 1) yield { at: at.join("."), branches, body };
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const around = exampleOf(schema) as object;
    yield* unionsOf(inner, [...at, name], (value) => body({ ...around, [name]: value }));
  }
}

const jsonInit = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

Deno.test("a field that is missing in one branch of a union is named, whichever branch was meant", async () => {
  await using h = await harness();
  let count = 0;
  for (const { key, method, path, endpoint } of ENDPOINTS) {
    if (!endpoint.body) continue;
    for (const { at, branches, body } of unionsOf(schemaOf(endpoint.body), [], (value) => value)) {
      for (const branch of branches) {
        for (const name of branch.required ?? []) {
          if ("const" in (branch.properties?.[name] ?? {})) continue;
          const { [name]: _, ...rest } = exampleOf(branch) as Record<string, unknown>;
          if (endpoint.body.safeParse(body(rest)).success) continue; // it fits another branch
          const what = `${key} ${at} without ${name}: ${JSON.stringify(rest)}`;
          const response = await h.send(pathWith(path), jsonInit(method, body(rest)));
          const sentence = await assertRefusal(response, [400], what);
          assert.ok(sentence.includes(name), `${what}: ${sentence}`);
          count++;
        }
      }
    }
  }
  assert.ok(count > 10, `${count} bodies`);
});

Deno.test("a kind that there is not is refused with those that there are, and a known kind with what it lacks", async () => {
  await using h = await harness();
  const action = { kind: "run", request: "x", repoPath: "/" };
  const refusals: [object, RegExp][] = [
    [{ kind: "zzz" }, /"trigger.kind" .*one of "schedule", "webhook", "event", "manual"/],
    [{}, /"trigger.kind" .*one of "schedule"/],
    [{ kind: "webhook", path: "ok" }, /"trigger.secretId"/],
    [{ kind: "schedule" }, /"trigger" .*needs one of "cron", "every", "at"/],
    [{ kind: "schedule", every: "PT1S" }, /"trigger.every"/],
    [{ kind: "schedule", cron: "61 9 * * 1" }, /"trigger.cron"/],
    [{ kind: "event", types: [] }, /"trigger.types"/],
  ];
  for (const [trigger, expected] of refusals) {
    const { status, body } = await h.json("POST", "/automations", { name: "x", trigger, action });
    assert.equal(status, 400);
    assert.match(body.error, expected);
  }
  const events: [object, RegExp][] = [
    [{ kind: "zz", type: "x" }, /"kind" .*got "zz"/],
    [{ kind: "transcript" }, /"type"/],
    [{ events: [{ kind: "transcript" }] }, /"events.0.type"/],
  ];
  const session = await h.operator("POST /audio-sessions", { body: { kind: "transcription" } });
  for (const [event, expected] of events) {
    const { status, body } = await h.json("POST", `/audio-sessions/${session.id}/events`, event);
    assert.equal(status, 400);
    assert.match(body.error, expected);
  }
});

/** Where a body refuses fields that it does not know. */
function* strictPlaces(schema: JsonSchema, at: string): Generator<string> {
  if ((schema.additionalProperties as unknown) === false) yield at;
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    yield* strictPlaces(inner, `${at}.${name}`);
  }
  for (const inner of [...schema.anyOf ?? [], ...schema.oneOf ?? []]) yield* strictPlaces(inner, at);
  if (schema.items) yield* strictPlaces(schema.items, `${at}[]`);
}

Deno.test("no body refuses a field that it does not know, at any depth", () => {
  const strict = ENDPOINTS.flatMap(({ key, endpoint }) =>
    endpoint.body ? [...strictPlaces(schemaOf(endpoint.body), key)] : []
  );
  assert.deepEqual(strict, []);
});

Deno.test("unknown fields of a trigger, an action and the items of a union are ignored, and named by their path", async () => {
  using repository = TestRepository.make();
  await using h = await harness();
  const repoPath = repository.root;
  const made = await h.send(
    "/automations",
    jsonInit("POST", {
      name: "x",
      trigger: { kind: "schedule", every: "PT1H", evry: 1 },
      action: { kind: "run", request: "x", repoPath, worker: { provider: "builtin", modle: "x" } },
    }),
  );
  const said = made.status === 201 ? made.headers.get("x-agent-harness-ignored") : await made.text();
  assert.equal(said, "trigger.evry,action.worker.modle");
});
