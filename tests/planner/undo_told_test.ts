import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { mailSettings } from "./draft_world.ts";
import { MailServer } from "./mail_server.ts";

const invited = { title: "Lunch", start: "2026-12-01T12:00:00Z", attendees: [{ email: "bob@work.example" }] };

Deno.test("those who were told of a change are told of its undo with a higher SEQUENCE", async () => {
  await using server = await MailServer.start();
  await using h = await harness();
  await h.operator("POST /planner/settings", { body: mailSettings(server) });
  const act = async (body: object) => {
    const { id, planSha256, evidence } = await h.operator("POST /planner/calendar-actions", { body });
    const { result } = await h.operator("POST /planner/calendar-actions/execute", {
      body: { actionId: id, planSha256 },
    });
    const { sha256 } = evidence.find(({ path }) => path.endsWith(".eml"))!;
    const mail = await h.composition.service.artifacts.readText(sha256);
    const [, sequence] = /SEQUENCE:(\d+)/.exec(mail) ?? [];
    const [, start] = /DTSTART:(\w+)/.exec(mail) ?? [];
    return { id, artifactId: result!.artifactIds[0]!, told: [Number(sequence ?? 0), start] };
  };
  const made = await act({ action: "create", event: invited, notify: "draft" });
  assert.deepEqual(made.told, [0, "20261201T120000Z"]);
  const moved = await act({
    action: "move",
    artifactId: made.artifactId,
    event: { start: "2026-12-02T12:00:00Z" },
    notify: "draft",
  });
  assert.deepEqual(moved.told, [1, "20261202T120000Z"]);
  const undone = await act({ undoOf: moved.id, notify: "draft" });
  assert.deepEqual(undone.told, [2, "20261201T120000Z"]);
  const again = await act({ undoOf: undone.id, notify: "draft" });
  assert.deepEqual(again.told, [3, "20261202T120000Z"]);
});
