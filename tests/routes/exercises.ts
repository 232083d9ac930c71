import { ROUTING_POLICY, type World } from "./world.ts";

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
export async function reads({ h, ids, repository }: World): Promise<Exercise[]> {
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
    "/models",
    "/providers/health",
    "/model-catalog?limit=10",
    "/model-routing/policies?status=active",
    "/",
    "/dashboard",
    "/dashboard/app.js",
    "/dashboard/styles.css",
    "/history",
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
  const ofShell = [
    { key: "GET /dashboard/*", path: `/dashboard/runs/${ids.runs.waiting}` },
    { key: "GET /assets/:name", path: "/assets/favicon.svg" },
    { key: "GET /shell/git-status", path: `/shell/git-status?path=${encodeURIComponent(repository.root)}` },
  ];
  const ofModels = [
    { key: "GET /providers/:provider/health-history", path: "/providers/builtin/health-history?limit=5" },
    { key: "GET /model-routing/policies/:id", path: `/model-routing/policies/${ids.routingPolicy}` },
  ];
  const sessions = { key: "GET /task-sessions/:id", path: `/task-sessions/${ids.taskSession}` };
  const approvals = Object.values(ids.approvals).map((id) => ({
    key: "GET /approvals/:id",
    path: `/approvals/${id}`,
  }));
  return [
    ...plain,
    ...ofRuns,
    ...ofFiles,
    ...ofShell,
    ...approvals,
    sessions,
    backup,
    ...ofModels,
  ];
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
    { key: "POST /shell/select-directory", path: "/shell/select-directory", body: { path: repository.root } },
    { key: "POST /shell/open-path", path: "/shell/open-path", body: { path: repository.root } },
    { key: "POST /dashboard/calendar/events", path: "/dashboard/calendar/events", body: {} },
    { key: "POST /shell/sample", path: "/shell/sample" },
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
    { key: "POST /providers/:provider/health-check", path: "/providers/builtin/health-check" },
    {
      key: "POST /model-routing/preview",
      path: "/model-routing/preview",
      body: { request: "make it nicer" },
    },
    { key: "POST /model-routing/policies", path: "/model-routing/policies", body: ROUTING_POLICY },
    on(runs.queued, "cancel", { reason: "enough" }),
    { key: "POST /runs/archive", path: "/runs/archive" },
    on(runs.reworked, "delete"),
  ].map((each) => (each.key.endsWith("/guidance") ? { ...each, body: { content: "mind it" } } : each));
}
