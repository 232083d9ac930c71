import assert from "node:assert/strict";
import { UnavailableError } from "../../services/ground/kernel/errors.ts";
import { useSecret } from "../../services/accounts/secrets/use.ts";
import { processStream } from "../../store/processes/stream.ts";
import { type Harness, harness, OPERATOR } from "../harness.ts";
import { CANARY, filesWith, restarted, systemOf } from "./secrets_world.ts";

const USE = { call: "model.call", host: "api.example.org" };
const VARIABLE = "SECRETS_CLASSES_TEST_VALUE";

const make = (h: Harness, storageClass: "env" | "command", reference: string, name = "referred") =>
  h.operator("POST /secrets", { body: { name, kind: "api-key", storageClass, reference } });

Deno.test("env: the value is that of the service's variable at use, and what is missing is said", async () => {
  let h = await harness();
  try {
    const { id, materialStatus, fingerprint, redactedPreview } = await make(h, "env", VARIABLE);
    assert.deepEqual([materialStatus, fingerprint, redactedPreview], ["missing", null, null]);
    await assert.rejects(useSecret(systemOf(h), { id }, USE), (error) => {
      assert.ok(error instanceof UnavailableError);
      assert.match(
        error.message,
        new RegExp(`${VARIABLE} is not set .* Set ${VARIABLE} in the environment of the service`),
      );
      return true;
    });
    Deno.env.set(VARIABLE, CANARY);
    assert.equal(await useSecret(systemOf(h), { id }, USE), CANARY);
    assert.equal((await h.operator("GET /secrets/:id/status", { params: { id } })).materialStatus, "present");
    h = await restarted(h);
    assert.deepEqual(
      h.service.redactor.labelsIn(`x${CANARY}`),
      [`the secret "referred" (${id})`],
      "known from the start",
    );
    assert.deepEqual(filesWith(h.directory, CANARY), []);
    assert.deepEqual(h.rebuildDifferences(), []);
  } finally {
    Deno.env.delete(VARIABLE);
    await h[Symbol.asyncDispose]();
  }
});

Deno.test("command: its standard output without the white space around it, at each use, in a recorded group", async () => {
  await using h = await harness();
  const file = `${h.directory}/pass`;
  Deno.writeTextFileSync(file, `\n  ${CANARY} \n\n`);
  const { id, materialStatus } = await make(h, "command", `echo noise-on-stderr >&2; cat '${file}'`);
  assert.equal(materialStatus, "unchecked");
  const events = await h.eventsOf(async () =>
    assert.equal(await useSecret(systemOf(h), { id }, USE), CANARY)
  );
  assert.deepEqual(events.map(({ type }) => type), ["process.started", "process.ended", "secret.used"]);
  assert.ok(!JSON.stringify(events).includes("do-not-show"));
  Deno.writeTextFileSync(file, "a newer value than that");
  assert.equal(await useSecret(systemOf(h), { id }, USE), "a newer value than that");
  assert.deepEqual(h.rebuildDifferences(), []);
});

const FAILING: Readonly<Record<string, { command: string; sentence: RegExp }>> = {
  "that fails": {
    command: `echo ${"canary-value"}; exit 3`,
    sentence: /ended with exit code 3\. Run it by hand/,
  },
  "that prints nothing": { command: "true", sentence: /printed nothing/ },
  "that prints too much": {
    command: "head -c 400000 /dev/zero | tr '\\0' x",
    sentence: /more than a secret can be/,
  },
  "that prints something short": {
    command: "echo 1234567",
    sentence: /could not be redacted from outputs\. It must have at least 8/,
  },
  "that does not exist": { command: "no-such-program-anywhere show x", sentence: /exit code 127/ },
};

Deno.test("command: one that gives no secret is named with its trouble, its output in no sentence and no receipt", async (t) => {
  await using h = await harness();
  for (const [name, { command, sentence }] of Object.entries(FAILING)) {
    await t.step(name, async () => {
      const { id } = await make(h, "command", command, `command-${Object.keys(FAILING).indexOf(name)}`);
      const events = await h.eventsOf(() =>
        assert.rejects(useSecret(systemOf(h), { id }, USE), (error) => {
          assert.ok(error instanceof UnavailableError);
          assert.match(error.message, sentence);
          return true;
        })
      );
      assert.ok(!events.some(({ type }) => type === "secret.used"));
    });
  }
  assert.deepEqual(h.store.documents.find(processStream, {}, { limit: 10 }), []);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("command: one that waits for a person is ended with its group when its use is given up", async () => {
  await using h = await harness();
  const { id } = await make(h, "command", "sleep 1000 & wait");
  const giveUp = new AbortController();
  const used = useSecret(systemOf(h), { id }, { ...USE, signal: giveUp.signal });
  const { promise: started, resolve } = Promise.withResolvers<void>();
  const stop = h.store.subscribe((events) => {
    if (events.some(({ type }) => type === "process.started")) resolve();
  });
  await started;
  stop();
  giveUp.abort();
  await assert.rejects(used, /was stopped/);
  assert.deepEqual(h.store.documents.find(processStream, {}, { limit: 10 }), []);
});

Deno.test("command: it gets none of the service's own variables and none of its secrets", async () => {
  Deno.env.set("SECRETS_CLASSES_TEST_HIDDEN", CANARY);
  Deno.env.set("AGENT_HARNESS_CLASSES_TEST", CANARY);
  try {
    await using h = await harness();
    await make(h, "env", "SECRETS_CLASSES_TEST_HIDDEN", "hidden");
    const { id } = await make(h, "command", "env | sort");
    const environment = await useSecret(systemOf(h), { id }, USE);
    assert.ok(environment.includes("PATH="));
    assert.ok(!environment.includes("do-not-show") && !environment.includes("AGENT_HARNESS"), environment);
  } finally {
    Deno.env.delete("SECRETS_CLASSES_TEST_HIDDEN");
    Deno.env.delete("AGENT_HARNESS_CLASSES_TEST");
  }
});

Deno.test("command: refused only without a token, beside other accounts, where connections cannot be attributed", async () => {
  const answers: number[] = [];
  for (
    const [operatorToken, canTellOwners, otherAccounts] of [
      [OPERATOR, false, ["eve"]],
      [null, true, ["eve"]],
      [null, false, []],
      [null, false, ["eve"]],
    ] as const
  ) {
    await using h = await harness({ operatorToken, canTellOwners, otherAccounts });
    const body = { name: "made", kind: "api-key", storageClass: "command", reference: "echo value" };
    answers.push((await h.json("POST", "/secrets", body, operatorToken)).status);
  }
  assert.deepEqual(answers, [201, 201, 201, 401]);
});
