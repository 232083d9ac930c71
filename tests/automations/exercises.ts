import { exercise, type MakeExercises } from "../kit/exercise.ts";

const make: MakeExercises = async ({ h, repository }) => {
  const body = {
    name: "Nightly check",
    trigger: { kind: "schedule" as const, cron: "0 3 * * *", timezone: "Europe/Berlin" },
    action: { kind: "run" as const, request: 'create nightly.txt with "x"', repoPath: repository.root },
  };
  const { id } = await h.operator("POST /automations", { body });
  const ids = { id };
  const value = "a-secret-of-two-parties";
  const secret = await h.operator("POST /secrets", { body: { name: "hook/build", kind: "webhook", value } });
  const trigger = { kind: "webhook" as const, path: "build", secretId: secret.id };
  await h.operator("POST /automations", { body: { ...body, trigger } });
  return {
    reads: [
      exercise("GET /automations"),
      exercise("GET /automations/:id", { ids }),
      exercise("GET /automations/:id/preview", { ids, query: "count=3" }),
      exercise("POST /automations/read-trigger", { body: { when: "every weekday at 9 in Berlin" } }),
      exercise("POST /automations/read-trigger", { body: { when: "by webhook" } }),
    ],
    writes: [
      exercise("POST /automations", { body: { ...body, name: "Another" } }),
      exercise("POST /automation-webhooks/:path", {
        ids: { path: "build" },
        body: { n: 1 },
        headers: { "x-agent-harness-webhook-secret": value },
      }),
      exercise("POST /automations/:id/trigger", { ids, body: { ignoreOverlap: true } }),
      exercise("POST /automations/:id/pause", { ids }),
      exercise("POST /automations/:id/disable", { ids }),
      exercise("POST /automations/:id/enable", { ids }),
    ],
    ends: [exercise("DELETE /automations/:id", { ids })],
  };
};
export default make;
