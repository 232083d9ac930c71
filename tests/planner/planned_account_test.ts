import assert from "node:assert/strict";
import { sha256 } from "../../store/chain.ts";
import { isPlannedFor } from "../../services/planning/planner_actions/plans/plan_file.ts";
import { REVIEWED } from "../approvals/letters.ts";
import { harness } from "../harness.ts";
import { DavServer } from "../simulation/domains/dav_server.ts";
import { refresh } from "./planner_world.ts";
import { serveDav } from "./served_dav.ts";

Deno.test("what was planned for one account of a server is not written as another", async () => {
  const server = new DavServer();
  const writers: (string | undefined)[] = [];
  await using served = serveDav(server, ({ method, headers }) => {
    if (method === "PUT") writers.push(headers.authorization);
    return undefined;
  });
  await using h = await harness();
  const secretOf = async (name: string) =>
    (await h.operator("POST /secrets", {
      body: { name, kind: "password", value: `the-token-of-${name}` },
    })).id;
  const [ann, bob] = [await secretOf("ann"), await secretOf("bob")];
  const configure = (settings: object) =>
    h.operator("POST /planner/settings", {
      body: { timeZone: "UTC", refreshIntervalMinutes: 0, sources: [{ id: "dav", ...settings }] },
    });
  await configure({ kind: "caldav", url: served.url, secretId: ann, privateHost: served.host });
  await refresh(h);
  const plan = () =>
    h.operator("POST /planner/calendar-actions", {
      body: {
        action: "create",
        calendarId: "dav:/ann/work/",
        event: { title: "Lunch", start: "2026-12-01T12:00:00Z" },
      },
    });
  const execute = ({ id, planSha256 }: { id: string; planSha256: string }) =>
    h.operator("POST /planner/calendar-actions/execute", {
      body: { actionId: id, planSha256, decision: REVIEWED },
    });
  const planned = await plan();
  await configure({ secretId: bob });
  const stale = await execute(planned);
  assert.deepEqual([stale.status, writers], ["stale", []]);
  assert.match(stale.result!.detail, /^The source was set up again after this was planned/);
  assert.equal((await execute(await plan())).status, "executed");
  assert.deepEqual(writers, ["Bearer the-token-of-bob"]);
  const named = ["caldav", served.url, null, true, "ask"]; // all that plans of earlier versions identify
  const isFor = (settings: unknown[]) =>
    isPlannedFor(h.service, { sourceId: "dav" }, { configSha256: sha256(JSON.stringify(settings)) });
  assert.deepEqual([isFor(named), isFor([...named, ann, served.host]), isFor(["ics"])], [true, false, false]);
});
