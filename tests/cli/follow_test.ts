import assert from "node:assert/strict";
import { followRun } from "../../commands/service/follow.ts";
import { type ServiceClient, UnreachableError } from "../../commands/service/connection.ts";
import { SharedDirectory } from "../shared_directory.ts";
import { startFixture } from "./fixture.ts";

Deno.test("followRun() returns a run that settles between reading its state and reading its events", async () => {
  await using fixture = await startFixture();
  using shared = new SharedDirectory(fixture.storage);
  const body = {
    request: `run until test -e ${shared.path("go")}; do sleep 0.05; done; echo made > made.txt`,
    repoPath: await fixture.repository(),
  };
  const real = fixture.connection;
  const { id } = await real.call("POST /coordinator/runs", { body });
  // What was read of the run is given only when the run has come to rest.
  const call = (async (endpoint: "GET /runs/:id", input: { params: { id: string } }) => {
    const answer = await real.call(endpoint, input);
    if (endpoint === "GET /runs/:id") {
      Deno.writeTextFileSync(shared.path("go"), "");
      await followRun(real, id, { onEvent: () => {} });
    }
    return answer;
  }) as ServiceClient["call"];
  // The events that follow are not to be had: what it has read already is enough.
  const send = () => Promise.reject(new UnreachableError(real.url));
  const told: string[] = [];
  const run = await followRun({ ...real, call, send }, id, { onEvent: ({ type }) => void told.push(type) });
  assert.equal(run.status, "waiting");
  assert.equal(told.filter((type) => type === "run.waiting").length, 1);
});
