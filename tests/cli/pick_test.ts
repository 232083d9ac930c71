import assert from "node:assert/strict";
import { startFixture } from "./fixture.ts";

Deno.test("--fields: selects fields of a list, an object or items, as JSON or as columns; an unknown name is an error", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  const root = await fixture.repository();
  const { id } = await fixture.connection.call("POST /coordinator/runs", {
    body: { request: 'create b.txt with "b"', repoPath: root, verifier: { command: "true" } },
  });
  const [list, one, table, wrong, part, status] = await Promise.all([
    fixture.run(["runs", "list", "--fields", "id,status", "--json"]),
    fixture.run(["runs", "get", id, "--fields", "id,verifier.command", "--json"]),
    fixture.run(["runs", "list", "--fields", "status,id"]),
    fixture.run(["runs", "list", "--fields", "id,stats"]),
    fixture.run(["runs", "get", id, "--fields", "verifier.comand"]),
    fixture.run(["control-plane", "status", "--fields", "serverConfig.host,version", "--json"]),
  ]);
  assert.deepEqual(JSON.parse(list.stdout), [{ id, status: "queued" }]);
  assert.deepEqual(JSON.parse(one.stdout), { id, verifier: { command: "true" } });
  assert.match(table.stdout, new RegExp(`^STATUS +ID\\nqueued +${id}\\n$`));
  assert.equal(wrong.code, 2);
  assert.equal(wrong.stdout, "");
  assert.match(
    wrong.stderr,
    /--fields names "stats", which is not in the response\. Did you mean status\? Available fields: id, [^.]+\.\n$/,
  );
  assert.match(part.stderr, /Did you mean verifier\.command\? Available fields: verifier\.command\.\n$/);
  assert.equal(JSON.parse(status.stdout).serverConfig.host, "127.0.0.1");
});

Deno.test("--watch: a list is printed again whenever it changes, with --json as one line; Ctrl-C ends it with 0", async () => {
  await using fixture = await startFixture({ AGENT_HARNESS_WORKERS: "0" });
  const root = await fixture.repository();
  const child = fixture.spawn(["runs", "list", "--watch", "--json", "--fields", "id,request"]);
  await child.stdin.close();
  const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  const line = async (): Promise<unknown> => {
    while (!text.includes("\n")) text += (await reader.read()).value ?? "";
    const end = text.indexOf("\n");
    const found = text.slice(0, end);
    text = text.slice(end + 1);
    return JSON.parse(found);
  };
  assert.deepEqual(await line(), []);
  const body = { request: "first", repoPath: root };
  const first = await fixture.connection.call("POST /coordinator/runs", { body });
  assert.deepEqual(await line(), [{ id: first.id, request: "first" }]);
  child.kill("SIGINT");
  while (!(await reader.read()).done);
  await child.stderr.cancel();
  assert.equal((await child.status).code, 0);
});
