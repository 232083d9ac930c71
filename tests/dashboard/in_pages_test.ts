import assert from "node:assert/strict";
import { ApiError, createClient } from "../../client/client.ts";
import { PAGES } from "../../ui/pages.ts";
import { inPages } from "../../ui/shell/in_pages.ts";
import { PROGRAM } from "../checks/sources.ts";
import { harness, OPERATOR } from "../harness.ts";

/** A request in the source of a sentence. */
const REQUEST = /\b(?:GET|POST|PUT|PATCH|DELETE) \/[\w/:-]+/;

/** What thrown errors and answers say: schemas and comments are for who writes programs. */
const said = PROGRAM.filter(({ path }) => path.startsWith("services/") && !path.endsWith("schemas.ts"))
  .flatMap(({ path, text }) =>
    text.split("\n").filter((line) =>
      REQUEST.test(line) && !/^\s*(?:\/\/|\/?\*)|^\s*\{ id: |operation/.test(line)
    )
      .map((line) => ({ path, line: line.trim() }))
  );

Deno.test("a refusal names a page of the dashboard where the API's words name a request", async () => {
  await using h = await harness();
  const call = createClient(
    (path, init) => h.send(path, init, OPERATOR),
    (sentence) => inPages(sentence, PAGES),
  );
  await assert.rejects(call("POST /alerts/test", { body: {} }), (error: ApiError) => {
    assert.match(error.message, /Set one on the page Inbox\.$/);
    return true;
  });
  const runId = `run_${"0".repeat(26)}`;
  await assert.rejects(
    call("POST /coordinator/conversations", { body: { activeRunId: runId } }),
    { message: `activeRunId is "${runId}", which does not exist. The page Runs lists the runs.` },
  );
  assert.equal(inPages("Use GET /nothing/known.", PAGES), "Use GET /nothing/known.");
});

Deno.test("every request that a sentence of the service names belongs to a page", () => {
  assert.ok(said.length > 20);
  for (const { path, line } of said) assert.doesNotMatch(inPages(line, PAGES), REQUEST, path);
});

Deno.test("what answers advise is the same on every surface: no request is in it", () => {
  for (const { path, line } of said) assert.doesNotMatch(line, /^(?:detail|fix|needs|hint)\b/, path);
});
