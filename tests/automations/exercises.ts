import { exercise, type MakeExercises } from "../kit/exercise.ts";

const make: MakeExercises = async ({ h, repository }) => {
  const body = {
    name: "Nightly check",
    trigger: { kind: "schedule" as const, cron: "0 3 * * *", timezone: "Europe/Berlin" },
    action: { kind: "run" as const, request: 'create nightly.txt with "x"', repoPath: repository.root },
  };
  const { id } = await h.operator("POST /automations", { body });
  const ids = { id };
  return {
    reads: [
      exercise("GET /automations"),
      exercise("GET /automations/:id", { ids }),
      exercise("GET /automations/:id/preview", { ids, query: "count=3" }),
    ],
    writes: [
      exercise("POST /automations", { body: { ...body, name: "Another" } }),
      exercise("POST /automations/:id/trigger", { ids, body: { ignoreOverlap: true } }),
      exercise("POST /automations/:id/pause", { ids }),
      exercise("POST /automations/:id/disable", { ids }),
      exercise("POST /automations/:id/enable", { ids }),
    ],
    ends: [exercise("DELETE /automations/:id", { ids })],
  };
};
export default make;
