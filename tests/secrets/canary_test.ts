import assert from "node:assert/strict";
import { join } from "node:path";
import { spellingsOf } from "../../services/ground/kernel/redaction/encodings.ts";
import { useSecret } from "../../services/accounts/secrets/use.ts";
import { TestRepository } from "../git.ts";
import { AGENT, type Harness, harness, OPERATOR } from "../harness.ts";
import { ENDPOINTS, pathWith } from "../routes/endpoints.ts";
import { exampleOf, type JsonSchema, schemaOf } from "../routes/json_mutations.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { sightingsOf } from "../kit/sightings.ts";
import { runToRest } from "../runs/scenario.ts";
import { temporaryDirectory } from "../temporary.ts";
import { crawl } from "./crawl.ts";
import { filesBelow, systemOf } from "./secrets_world.ts";

const VARIABLE = "SECRETS_CANARY_TEST_VALUE";
const USE = { call: "model.call", host: "api.example.org" };

/** The values that must be seen nowhere, by what they are. */
type Canaries = Readonly<Record<string, string>>;

const NEW: Canaries = {
  local: 'canary/local+"x&y=1 %é-Zq7',
  env: "canary-env-value-Hs72kPq0",
  command: "canary command with spaces 81x",
  pem: `-----BEGIN PRIVATE KEY-----\n${
    "Y2FuYXJ5K2xvY2FsL3BlbS0wMTIzNDU2Nzg5YWJjZGVm".repeat(2)
  }\n-----END PRIVATE KEY-----\n`,
};

/** A service that holds a secret of each class and has used each once. */
async function planted(): Promise<{ h: Harness; canaries: Canaries; outside: string }> {
  const outside = temporaryDirectory();
  Deno.env.set(VARIABLE, NEW.env!);
  Deno.writeTextFileSync(join(outside, "pass"), NEW.command!);
  const h = await harness({ workers: 2 });
  const make = (name: string, more: Record<string, string>) =>
    h.json("POST", "/secrets", { name, kind: "api-key", provider: name, ...more });
  await make("local", { value: NEW.local! });
  await make("pem", { value: NEW.pem! });
  await make("env", { storageClass: "env", reference: VARIABLE });
  await make("command", { storageClass: "command", reference: `cat '${outside}/pass'` });
  for (const name of ["local", "pem", "env", "command"]) {
    assert.equal((await useSecret(systemOf(h), { name }, USE)).trim(), NEW[name]!.trim());
  }
  const key = Deno.readTextFileSync(h.service.vault.keyFile).trim();
  return { h, outside, canaries: { ...NEW, key, operator: OPERATOR, agent: AGENT } };
}

/** A program that prints every canary: plain, encoded, and in two halves with a pause between them. */
function leak(outside: string, canaries: Canaries): string {
  const file = join(outside, "leak.sh");
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const lines = Object.values(canaries).flatMap((value) => [
    ...spellingsOf(value).map((spelling) => `printf '%s\\n' ${quoted(spelling)}`),
    `printf '%s' ${quoted(`half ${value.slice(0, 11)}`)}; sleep 0.01; printf '%s\\n' ${
      quoted(value.slice(11))
    }`,
    `printf '%s' ${quoted(value)} >&2; echo`,
  ]);
  Deno.writeTextFileSync(file, `${lines.join("\n")}\nenv\nprintf 'end of leak\\n'\n`);
  return `sh '${file}'`;
}

Deno.test("planted secrets are in no answer, event, artifact, log and file, whatever a run prints", async () => {
  const { h, canaries, outside } = await planted();
  const sightings = sightingsOf(Object.values(canaries));
  using repository = TestRepository.make();
  try {
    const command = leak(outside, canaries);
    // The sandbox would hide the program; what it prints is what is tested here.
    Deno.writeTextFileSync(join(h.directory, "sandbox.json"), JSON.stringify({ readable: [outside] }));
    const request = `create b.txt with "b"\nrun ${command}`;
    const passed = await runToRest(h, repository, { request, verifier: { command } });
    assert.equal(passed.status, "waiting", passed.statusDetail);
    const failed = await runToRest(h, repository, {
      request,
      verifier: { command: `${command}; exit 3` },
      onRed: "fail",
    });
    assert.equal(failed.status, "failed");
    const setup = await runToRest(h, repository, { request, setup: { command: `${command}; exit 4` } });
    assert.equal(setup.tasks[0]!.statusReason, "command_failed");
    const recipe = { worker: { provider: "builtin" } };
    const raced = await runToRest(h, repository, { request, race: { contenders: [recipe, recipe] } });
    assert.equal(raced.waitingFor?.id, raced.id);
    assert.deepEqual(pendingOf(passed).reasons.filter((reason) => /secret/.test(reason)), []);

    await useSecret(systemOf(h), { name: "local" }, { ...USE, runId: passed.id });
    await useSecret(systemOf(h), { name: "command" }, { ...USE, runId: passed.id });

    await h.operator("POST /control-plane/backups", { body: {} });
    await h.service.backups.idle();
    await h.operator("POST /control-plane/restore-verifications", { body: {} });
    await h.operator("POST /control-plane/restore-verification", { body: {} }); // waits for the same
    const answers = await crawl(h);
    const told = answers.filter(({ token, status }) => token === AGENT && status === 200);
    assert.ok(told.length > 50, `${told.length} of ${answers.length}`);
    assert.deepEqual(told.filter(({ text }) => /secret_[0-9a-z]{26}/.test(text)).map(({ path }) => path), []);
    const output = answers.find(({ key, path, status }) =>
      key === "GET /runs/:id/artifact-file" && path.includes("verification") && status === 200
    );
    assert.match(output!.text, /\[redacted\][\s\S]*PATH=[\s\S]*end of leak/);
    for (const { key, path, text } of answers) {
      assert.deepEqual(sightings(text), [], `${key} ${path}`);
    }
    const reached = new Set(answers.filter(({ status }) => status === 200).map(({ key }) => key));
    const unreached = ENDPOINTS.filter(({ method, key }) => method === "GET" && !reached.has(key)).map((
      { key },
    ) => key);
    assert.deepEqual(
      unreached.filter((key) => /runs|secrets|control-plane|approvals|task-sessions/.test(key)),
      ["GET /approvals/:id/since"], // it compares two rounds, and no work was sent back here
    );

    for (const event of h.store.events.after(0, 100_000)) {
      assert.deepEqual(sightings(JSON.stringify(event)), [], event.type);
    }
    for (const { path, text } of filesBelow(h.directory)) {
      if (path !== h.service.vault.keyFile) assert.deepEqual(sightings(text), [], path);
    }
    const manifest = await h.operator("GET /control-plane/backup-manifest");
    assert.deepEqual(manifest.secrets.byStorageClass, { "local-encrypted": 2, env: 1, command: 1 });
    assert.equal(manifest.secrets.count, 4);
    assert.deepEqual(h.rebuildDifferences(), []);
  } finally {
    Deno.env.delete(VARIABLE);
    await h[Symbol.asyncDispose]();
    await Deno.remove(outside, { recursive: true });
  }
});

/** A body in which every field that takes text holds the value. */
function bodyWith(schema: JsonSchema, value: string): unknown {
  const fields = Object.entries(schema.properties ?? {}).filter(([, field]) =>
    !(field as { writeOnly?: boolean }).writeOnly
  );
  return Object.fromEntries(fields.map(([name, field]) => [
    name,
    field.type === "string" && !field.enum
      ? value
      : field.type === "object" && field.properties
      ? bodyWith(field, value)
      : field.type === "array"
      ? [field.items?.type === "string" ? value : bodyWith(field.items ?? {}, value)]
      : field.type === "object"
      ? { [value]: value }
      : exampleOf(field),
  ]));
}

Deno.test("planted secrets sent to any endpoint, in path, query, header or body, come back from none and are recorded by none", async () => {
  const { h, canaries, outside } = await planted();
  const sightings = sightingsOf(Object.values(canaries));
  try {
    const events = await h.eventsOf(async () => {
      for (const { key, method, path, endpoint } of ENDPOINTS) {
        for (const [name, value] of Object.entries(canaries)) {
          const header = value.replaceAll(/[^\x21-\x7e]/g, "_");
          const body = JSON.stringify({
            ...(endpoint.body ? bodyWith(schemaOf(endpoint.body), value) as object : {}),
            [value]: value,
          });
          const query = `?${new URLSearchParams({ query: value, path: value, [value]: value })}`;
          const response = await h.send(`${pathWith(path, value)}${key === "GET /events" ? "" : query}`, {
            method,
            headers: { "content-type": "application/json", "idempotency-key": header, "x-canary": header },
            ...(method !== "GET" && { body }),
          });
          if (key === "GET /events") {
            await response.body?.cancel();
            continue;
          }
          const shown = [...response.headers, await response.text()].join("\n");
          assert.deepEqual(sightings(shown), [], `${name} to ${key}: ${shown}`);
        }
      }
    });
    for (const event of events) {
      assert.deepEqual(sightings(JSON.stringify(event)), [], event.type);
    }
    for (const { path, text } of filesBelow(h.directory)) {
      if (path !== h.service.vault.keyFile) assert.deepEqual(sightings(text), [], path);
    }
    await h.store.durable();
    assert.deepEqual(h.rebuildDifferences(), []);
  } finally {
    Deno.env.delete(VARIABLE);
    await h[Symbol.asyncDispose]();
    await Deno.remove(outside, { recursive: true });
  }
});
