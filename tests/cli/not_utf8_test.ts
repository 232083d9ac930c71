import assert from "node:assert/strict";
import { CLI, startFixture } from "./fixture.ts";

Deno.test("an argument that is not UTF-8 is refused before anything is done, whatever the command", async () => {
  await using fixture = await startFixture();
  const root = await fixture.repository();
  const lost = "caf\\351.txt";
  for (
    const command of [
      `run "$(printf 'create ${lost} with "x"')" --repo "$R"`,
      `planner add "$(printf '${lost}')"`,
      `"$(printf 'fix ${lost}')"`,
      `runs list --json --view "$(printf '${lost}')"`,
    ]
  ) {
    const { code, stdout, stderr } = await new Deno.Command("sh", {
      args: ["-c", `exec "$0" run -A --quiet "$CLI" ${command}`, Deno.execPath()],
      env: { AGENT_HARNESS_URL: fixture.url, CLI, R: root, LC_ALL: "C.UTF-8" },
      stdin: "null",
      cwd: root,
    }).output();
    const said = new TextDecoder().decode(stderr);
    assert.equal(code, 2, said);
    assert.match(
      said,
      /^✗ Argument \d, ".*caf\uFFFD\.txt.*", is not UTF-8 where it shows \uFFFD\. Type it again/,
    );
    assert.equal(stdout.length > 0, command.includes("--json"));
  }
  assert.deepEqual(await fixture.connection.call("GET /runs"), []);
});
