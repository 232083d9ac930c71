import type { World } from "./world.ts";

/** One call that succeeds in the world, in the order in which they are made. */
export type Exercise = { key: string; path: string; body?: unknown };

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
];

/** Calls that read: every endpoint, and those of a run for a run in each state. */
export async function reads({ h, ids }: World): Promise<Exercise[]> {
  const plain = [
    "/health",
    "/agent-client/contract",
    "/control-plane/status",
    "/control-plane/logs?stream=stderr",
    "/control-plane/backup-manifest",
    "/control-plane/backups",
    "/events",
    "/openapi.json",
    "/docs",
    "/runs",
    "/approvals/queue",
  ].map((path) => ({ key: `GET ${path.split("?")[0]}`, path }));
  const ofRuns = Object.values(ids.runs).flatMap((id) =>
    READS.map((key) => ({ key, path: key.slice("GET ".length).replace(":id", id) }))
  );
  const ofFiles: Exercise[] = [];
  for (const id of Object.values(ids.runs)) {
    for (const artifact of await h.operator("GET /runs/:id/artifacts", { params: { id } })) {
      for (const kind of ["artifact", "artifact-file"]) {
        const path = `/runs/${id}/${kind}?path=${encodeURIComponent(artifact)}`;
        ofFiles.push({ key: `GET /runs/:id/${kind}`, path });
      }
    }
  }
  const backup = { key: "GET /control-plane/backups/:id", path: `/control-plane/backups/${ids.backup}` };
  const sessions = { key: "GET /task-sessions/:id", path: `/task-sessions/${ids.taskSession}` };
  return [...plain, ...ofRuns, ...ofFiles, sessions, backup];
}

/** Calls that write: each endpoint where it is legal, those that take things away last. */
export function writes({ ids, repository }: World): Exercise[] {
  const { runs, approvals } = ids;
  const review = {
    actorType: "human",
    reviewedEvidence: true,
    reviewedHashes: true,
    reviewedPolicyClass: true,
  };
  const on = (id: string, verb: string, body?: unknown): Exercise => ({
    key: `POST /runs/:id/${verb}`,
    path: `/runs/${id}/${verb}`,
    body,
  });
  const card = (verb: string): Exercise => ({
    key: `POST /runs/:id/task-cards/:taskId/${verb}`,
    path: `/runs/${runs.waiting}/task-cards/task_1/${verb}`,
    body: { reason: "because" },
  });
  const request = { request: 'create made.md with "x"', repoPath: repository.root };
  return [
    { key: "POST /control-plane/restore-verification", path: "/control-plane/restore-verification" },
    { key: "POST /control-plane/backups", path: "/control-plane/backups" },
    { key: "POST /coordinator/runs", path: "/coordinator/runs", body: request },
    { key: "POST /runs", path: "/runs", body: { ...request, workflowTemplateId: "sequential" } },
    on(runs.failed, "retry", { verifier: { command: "true" } }),
    on(runs.completed, "coordinator-report", { reason: "why" }),
    on(runs.waiting, "pause"),
    on(runs.waiting, "resume"),
    on(runs.waiting, "research-notes", { content: "a note", tags: ["t"] }),
    on(runs.waiting, "research-assets", { title: "page", url: "https://example.org/" }),
    { key: "POST /task-sessions/:id/guidance", path: `/task-sessions/${ids.taskSession}/guidance` },
    { key: "POST /task-sessions/:id/stop", path: `/task-sessions/${ids.taskSession}/stop` },
    card("retry"),
    card("escalate"),
    card("block"),
    { key: "POST /approvals/:id/approve", path: `/approvals/${approvals.applied}/approve`, body: review },
    { key: "POST /approvals/:id/reject", path: `/approvals/${approvals.reworked}/reject`, body: review },
    on(runs.queued, "cancel", { reason: "enough" }),
    { key: "POST /runs/archive", path: "/runs/archive" },
    on(runs.reworked, "delete"),
  ].map((each) => (each.key.endsWith("/guidance") ? { ...each, body: { content: "mind it" } } : each));
}
