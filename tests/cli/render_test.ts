import assert from "node:assert/strict";
import { join } from "node:path";
import { existsSync } from "node:fs";
import { main } from "../../commands/main.ts";
import { fakeShell, startFixture } from "./fixture.ts";

Deno.test("answers: no empty line or section, names in words, sentences below each other, and none where there is nothing", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  const shown = async (...words: string[]) => {
    const { code, stdout, stderr } = await fixture.main(words);
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(stdout, /^\n|\n\n\n/, words.join(" "));
    return stdout;
  };
  await shown("repos", "list");
  await shown("planner", "settings");
  assert.match(await shown("providers", "health"), /^ +failures in a row +0$/m);
  assert.equal(await shown("alerts", "get"), "(none)\n");
  assert.match(
    await shown("models", "route", "--request", "make it better"),
    /^rationale\n {2}Nothing can be used now\.\n {2}builtin\/recipe is not used: /m,
  );
  assert.doesNotMatch(await shown("capabilities", "get", "class:purchases"), /^used by/m);
});

Deno.test("every command that answers with a run shows it alike", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const { id } = await fixture.waitingRun('create b.txt with "b"', root);
  const { stdout } = await fixture.main(["runs", "verify", id, "--command", "true"]);
  assert.match(stdout, /^run +#1\nid +run_\w+\nstatus +\w+\nrequest +create b\.txt/);
});

Deno.test("watch says why a risk is what it is, as the review does", async () => {
  await using fixture = await startFixture();
  const { id } = await fixture.waitingRun('create b.txt with "b"', await fixture.repository());
  const { stderr } = await fixture.main(["watch", id]);
  const [approval] = (await fixture.connection.call("GET /runs/:id", { params: { id } })).approvals;
  assert.ok(approval!.reasons.length > 0);
  assert.equal(
    stderr,
    [
      "● The run waits for your decision.",
      `  Why the risk is ${approval!.risk}:`,
      ...approval!.reasons.map((reason) => `    ${reason}`),
      `  agent-harness review ${approval!.id}`,
      "",
    ].join("\n"),
  );
});

Deno.test("a no at the terminal is answered: nothing was changed", async () => {
  await using fixture = await startFixture();
  const { id } = await fixture.waitingRun('create b.txt with "b"', await fixture.repository());
  const file = join(fixture.directory, "fix.capsule");
  const { shell, printed } = fakeShell(["n"], { AGENT_HARNESS_URL: fixture.url });
  assert.equal(await main(["runs", "capsule", id, "--to", file], shell), 1);
  assert.match(printed.stderr, /Nothing was changed\./);
  assert.equal(existsSync(file), false);
});
