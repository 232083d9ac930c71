import assert from "node:assert/strict";
import {
  listNotifications,
  notificationAbout,
  openNotifications,
  stillUnread,
  unreadAfter,
} from "../../store/notifications/reader.ts";
import { listResults } from "../../store/notifications/results.ts";
import { harness } from "../harness.ts";
import { Planned } from "../store/planned.ts";
import { failures } from "./failures.ts";

Deno.test("no filter of the inbox scans or sorts: each walks an index of its own", async () => {
  await using h = await harness();
  await failures(h, 10);
  const tables = new Planned(h.store.database);
  for (const state of ["unread", "read", "dismissed", "archived", undefined] as const) {
    for (const category of ["approval", undefined] as const) {
      for (const severity of ["critical", undefined] as const) {
        for (const scope of ["mine", "all"] as const) {
          listNotifications(tables, { state, scope, category, severity }, { limit: 100, offset: 100 });
        }
      }
    }
  }
  for (const scope of ["mine", "all"] as const) {
    listNotifications(tables, { state: "read", scope, folded: true }, { limit: 100, offset: 0 });
    listNotifications(tables, { state: "unread", scope, resultsOf: "/r" }, { limit: 100, offset: 0 });
    listResults(tables, scope, { before: 100, limit: 10 });
  }
  openNotifications(tables, "blocker", { limit: 25, newestFirst: false });
  openNotifications(tables, "failure", { limit: 25, newestFirst: true });
  notificationAbout(tables, "run_1", "approval_1");
  unreadAfter(tables, ["approval", "failure"], 3, 1);
  stillUnread(tables, [3, 4]);
  assert.ok(tables.steps.length > 20);
  assert.deepEqual(tables.costly, []);
});
