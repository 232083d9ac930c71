import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { atThree, automate, onClocks } from "./scenario.ts";

Deno.test("the calendar has what is due next, however many automations were made before", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const at = (moment: string) => automate(h, repository.root, { trigger: { kind: "schedule", at: moment } });
  for (let each = 0; each < 1_000; each++) await at("2027-01-01T00:00:00Z");
  const { id } = await at("2026-01-03T09:00:00Z");
  const events = await h.operator("POST /dashboard/calendar/events", { body: { include: ["automations"] } });
  assert.deepEqual(events.map(({ automationId, start }) => [automationId, start]), [
    [id, "2026-01-03T09:00:00.000Z"],
  ]);
});
