import assert from "node:assert/strict";
import { join } from "node:path";
import { makeRepository, startFixture } from "./fixture.ts";

Deno.test("automations send: a delivery is accepted by each verification, with its body; without a secret it is a usage error", async () => {
  await using fixture = await startFixture();
  const repository = await makeRepository(join(fixture.directory, "project"), { "a.txt": "x" });
  const file = async (name: string, text: string) => {
    await Deno.writeTextFile(join(fixture.directory, name), text);
    return join(fixture.directory, name);
  };
  const value = "a-secret-that-two-parties-know";
  const secretFile = await file("secret", `${value}\n`);
  const set = await fixture.run(
    ["secrets", "set", "--name", "hook", "--kind", "webhook", "--value", secretFile, "--json"],
  );
  const secretId = JSON.parse(set.stdout).id;
  const body = await file("body.json", '{"action":"opened"}');
  for (const verification of ["shared_secret", "standard_webhooks", "github"]) {
    const path = verification.replaceAll("_", "-");
    const automation = await file(
      "automation.json",
      JSON.stringify({
        name: "On a delivery",
        trigger: { kind: "webhook", path, secretId, verification, filter: 'trigger.body.action == "opened"' },
        action: { kind: "run", request: 'create a.txt with "x"', repoPath: repository },
      }),
    );
    assert.equal((await fixture.run(["automations", "set", "--json-body", automation])).code, 0);
    const send = ["automations", "send", path, "--verification", verification, "--body", body, "--json"];
    const { code, stdout, stderr } = await fixture.run([...send, "--secret", secretFile]);
    assert.equal(code, 0, stderr);
    assert.equal(JSON.parse(stdout).fires[0].outcome, "fired");
    assert.equal((await fixture.run(send)).code, 2);
  }
  const other = await file("other", "another-secret-of-somebody");
  for (const path of ["github", "nowhere"]) {
    const { code, stderr } = await fixture.main(["automations", "send", path, "--secret", other]);
    assert.equal(code, 4, stderr);
    assert.match(stderr, /Nothing listens at this path with the secret or signature that was sent\./);
  }
  const send = ["automations", "send", "github", "--verification", "standard_webhooks", "--secret"];
  for (const [i, wrong] of ["\n", "whsec_", "whsec_no*base64"].entries()) {
    const { code, stderr } = await fixture.run([...send, await file(`wrong-${i}`, wrong)]);
    assert.deepEqual([code, /^.*--secret (?:is empty|begins with whsec_)/m.test(stderr)], [2, true], stderr);
  }
});
