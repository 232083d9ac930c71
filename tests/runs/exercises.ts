import { type Exercise, exercise, type MakeExercises } from "../kit/exercise.ts";
import type { World } from "./runs_world.ts";

const READS = [
  "GET /runs/:id",
  "GET /runs/:id/workspace",
  "GET /runs/:id/artifact-index",
  "GET /runs/:id/delegation-plan",
  "GET /runs/:id/task-sessions",
  "GET /runs/:id/timeline",
  "GET /runs/:id/audit",
  "GET /runs/:id/audit-view",
  "GET /runs/:id/replay-packet",
  "GET /runs/:id/artifacts",
  "GET /runs/:id/transcript",
  "GET /runs/:id/entered",
];

const make: MakeExercises = async (world) => {
  const { ids: { runs }, repository } = world;
  const on = (id: string, verb: string, body?: unknown) =>
    exercise(`POST /runs/:id/${verb}`, { ids: { id }, body });
  const card = (verb: string) =>
    exercise(`POST /runs/:id/task-cards/:taskId/${verb}`, {
      ids: { id: runs.waiting, taskId: "task_1" },
      body: { reason: "because" },
    });
  // What made the approved patch stale is gone, and the branch has gone on.
  repository.write({ "stale.txt": "base\n" });
  repository.git("commit", "-qm", "onward", "--allow-empty");
  const request = { request: 'create made.md with "x"', repoPath: repository.root };
  const ofEachRun = Object.values(runs).flatMap((id) => READS.map((key) => exercise(key, { ids: { id } })));
  const race = exercise("GET /runs/:id/race", { ids: { id: runs.raced } });
  return {
    reads: [
      exercise("GET /runs"),
      exercise("GET /runs/counts"),
      race,
      ...ofEachRun,
      ...await artifacts(world),
    ],
    writes: [
      exercise("POST /coordinator/runs", { body: request }),
      exercise("POST /runs", { body: { ...request, workflowTemplateId: "sequential" } }),
      on(runs.raced, "pick", { parts: [{ contender: 1 }] }),
      on(runs.raced, "unpick"),
      on(runs.completed, "undo"),
      on(runs.stale, "rebase"),
      on(runs.failed, "stop-fixing"),
      on(runs.superseded, "verify", { command: "test -f picked.md" }),
      on(runs.failed, "retry", { verifier: { command: "true" } }),
      on(runs.completed, "coordinator-report", { reason: "why" }),
      on(runs.queued, "next"),
      on(runs.waiting, "enter"),
      on(runs.entered, "enter"),
      on(runs.entered, "hand-back"),
      on(runs.waiting, "pause"),
      on(runs.waiting, "resume"),
      on(runs.waiting, "research-notes", { content: "a note", tags: ["t"] }),
      on(runs.waiting, "research-assets", { title: "page", url: "https://example.org/" }),
    ],
    ends: [
      card("retry"),
      card("escalate"),
      card("block"),
      on(runs.queued, "cancel", { reason: "enough" }),
      exercise("POST /runs/archive"),
      on(runs.completed, "unarchive"),
      on(runs.reworked, "delete"),
    ],
  };
};
export default make;

/** Every artifact of every run, as text and as a file. */
async function artifacts({ h, ids }: World): Promise<Exercise[]> {
  const found: Exercise[] = [];
  for (const id of Object.values(ids.runs)) {
    for (const artifact of await h.operator("GET /runs/:id/artifacts", { params: { id } })) {
      const query = `path=${encodeURIComponent(artifact)}`;
      found.push(
        exercise("GET /runs/:id/artifact", { ids: { id }, query }),
        exercise("GET /runs/:id/artifact-file", { ids: { id }, query }),
      );
    }
  }
  return found;
}
