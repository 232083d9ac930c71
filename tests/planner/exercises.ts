import { exercise, type MakeExercises } from "../kit/exercise.ts";
import { draftInvitation } from "./draft_world.ts";
import { calendarFile, event } from "./planner_world.ts";

const make: MakeExercises = async ({ h }) => {
  const day = h.service.now().toTemporalInstant().add({ hours: 48 }).toString().slice(0, 10).replaceAll(
    "-",
    "",
  );
  // They overlap, soon enough to be shown as a conflict.
  const path = calendarFile([
    event({ uid: "one", start: `${day}T090000Z` }),
    event({ uid: "two", start: `${day}T093000Z` }),
  ]);
  const sources = [{ id: "home", kind: "ics_file" as const, path }];
  await h.operator("POST /planner/settings", { body: { timeZone: "UTC", sources } });
  await h.operator("POST /planner/refresh", { body: {} });
  const [artifact] = await h.operator("GET /planner/artifacts");
  const make = (title: string) => h.operator("POST /planner/tasks", { body: { title } });
  const [first, second] = [await make("Write the report"), await make("Send the report")];
  const at = { start: new Date(h.service.now().getTime() + 3_600_000).toISOString() };
  await h.operator("POST /planner/tasks/:id/schedule", { params: { id: first.id }, body: at });
  await h.operator("POST /planner/tasks/:id/schedule", { params: { id: second.id }, body: at });
  const [conflict] = await h.operator("GET /planner/conflicts");
  const ids = { id: artifact!.id };
  await h.operator("POST /planner/settings", {
    body: {
      identity: { name: "Ann", emails: ["ann@home.example"] },
      smtp: { host: "127.0.0.1", port: 2525, security: "none", from: "ann@home.example" },
    },
  });
  const block = { action: "block_time" as const, taskId: second.id, event: at };
  const { id: actionId, planSha256 } = await h.operator("POST /planner/calendar-actions", { body: block });
  const { draftId, sha256 } = await draftInvitation(h);
  return {
    reads: [
      exercise("GET /planner/settings"),
      exercise("GET /planner/refreshes", { query: "limit=5" }),
      exercise("GET /planner/refresh/pending"),
      exercise("GET /planner/retrieval/status"),
      exercise("GET /planner/sources/registry"),
      exercise("GET /planner/sources/status"),
      exercise("GET /planner/search", { query: "query=event" }),
      exercise("GET /planner/export", { query: "sources=home" }),
      exercise("GET /planner/artifacts"),
      exercise("GET /planner/artifacts/:id", { ids }),
      exercise("GET /planner/time-off"),
      exercise("GET /planner/meetings"),
      exercise("GET /planner/conflicts"),
      exercise("GET /planner/tasks"),
      exercise("GET /planner/tasks/:id/free-times", { ids: { id: first.id } }),
    ],
    writes: [
      exercise("POST /planner/settings", { body: { bufferMinutes: 5 } }),
      exercise("POST /planner/refresh", { body: { full: true } }),
      exercise("POST /planner/retrieval/start"),
      exercise("POST /planner/artifacts/:id/classify", { ids, body: { label: "focus" } }),
      exercise("POST /planner/artifacts/:id/rescrape", { ids }),
      exercise("POST /planner/conflicts/:id/suppress", {
        ids: { id: conflict!.id },
        body: { reason: "meant" },
      }),
      exercise("POST /planner/conflicts/:id/unsuppress", { ids: { id: conflict!.id } }),
      exercise("POST /planner/conflicts/by-artifact/:id/suppress", { ids, body: {} }),
      exercise("POST /planner/ask", { body: { question: "What is next?" } }),
      exercise("POST /planner/ask/stream", { body: { question: "Am I free tomorrow?" } }),
      exercise("POST /planner/calendar-actions", { body: block }),
      exercise("POST /planner/calendar-actions/execute", { body: { actionId, planSha256 } }),
      exercise("POST /planner/calendar-actions/drafts/send", { body: { drafts: [{ draftId, sha256 }] } }),
      exercise("POST /planner/calendar-events/create", {
        body: { title: "Dentist", start: "2026-12-03T09:00:00Z" },
      }),
      exercise("POST /planner/tasks", { body: { title: "Read the answer" } }),
      exercise("PATCH /planner/tasks/:id", { ids: { id: first.id }, body: { priority: 2 } }),
      exercise("PUT /planner/tasks/:id", { ids: { id: first.id }, body: { priority: 3 } }),
      exercise("POST /planner/tasks/:id/toggle", { ids: { id: first.id }, body: {} }),
      exercise("POST /planner/tasks/:id/schedule", { ids: { id: second.id }, body: { start: null } }),
      exercise("POST /planner/tasks/reorder", { body: { ids: [second.id, first.id] } }),
      exercise("POST /planner/tasks/_bulk/toggle", { body: { ids: [second.id], completed: true } }),
      exercise("POST /planner/tasks/_bulk/schedule", { body: { items: [{ id: second.id, start: null }] } }),
    ],
    ends: [
      exercise("POST /planner/calendar-actions/drafts/delete", { body: { draftIds: [draftId] } }),
      exercise("DELETE /planner/tasks/:id", { ids: { id: first.id } }),
    ],
  };
};
export default make;
