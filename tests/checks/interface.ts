import type { Access } from "../../routes/endpoint.ts";
import rows from "./interface_endpoints.json" with { type: "json" };

/** One row of the interface's tables, section 4. */
export type InterfaceRow = {
  group: string;
  method: string;
  path: string;
  access: string;
  returns: string;
  notes: string;
};

/** What the interface says of every endpoint. */
export const INTERFACE: readonly InterfaceRow[] = rows;

/** Endpoints that the service has besides the interface's, with the access code that they would have there. */
export const EXTRAS: Readonly<Record<string, string>> = {
  "GET /runs/counts": "O, AR",
  "GET /search": "O",
  "POST /automations/read-trigger": "O",
  "GET /planner/tasks/:id/free-times": "O",
  "GET /metrics": "O, AR",
  "GET /trends": "O",
  "POST /trials": "H",
  "GET /trials": "O",
  "GET /trials/:id": "O",
  "POST /trials/:id/plan": "H",
  "POST /trials/:id/start": "H",
  "POST /trials/:id/stop": "H",
  "POST /trials/:id/resume": "H",
  "DELETE /trials/:id": "O",
  "POST /trials/:id/propose": "H",
  "GET /trends/queue": "O",
  "GET /notifications/results": "O",
  "POST /notifications/archive-results": "O",
  "GET /follows": "O",
  "GET /runs/:id/follow": "O",
  "POST /runs/:id/follow": "O",
  "POST /runs/:id/unfollow": "O",
  "POST /repositories/follow": "O",
  "POST /repositories/unfollow": "O",
  "GET /saved-views": "O",
  "POST /saved-views": "O",
  "POST /saved-views/remove": "O",
  "GET /alerts": "O",
  "POST /alerts/hook": "H",
  "POST /alerts/hook/remove": "H",
  "POST /alerts/test": "H",
  "GET /runs/:id/race": "O, AR",
  "POST /runs/:id/pick": "H",
  "POST /runs/:id/unpick": "H",
  "POST /runs/:id/verify": "O",
  "GET /workers": "O",
  "GET /workers/:id/log": "O",
  "POST /workers": "H",
  "POST /workers/placement": "H",
  "POST /workers/:id/trust": "H",
  "POST /workers/:id/drain": "H",
  "POST /workers/:id/resume": "H",
  "POST /workers/:id/revoke": "H",
  "POST /runs/:id/rebase": "H",
  "POST /runs/:id/undo": "O",
  "GET /approvals/:id/since": "O",
  "GET /approvals/forecast": "O",
  "GET /approvals/changed-files": "O, AR",
  "POST /runs/:id/stop-fixing": "O",
  "POST /runs/:id/next": "O",
  "POST /runs/:id/unarchive": "O",
  "POST /runs/:id/enter": "O",
  "GET /runs/:id/entered": "O",
  "POST /runs/:id/hand-back": "O",
  "GET /runs/:id/transcript": "O",
  "GET /runs/:id/capsule": "H",
  "POST /runs/:id/capsule": "H",
  "GET /task-sessions/:id/transcript": "O",
  "GET /openapi.json": "O, AR",
  "GET /docs": "O, AR",
  "GET /control-plane/effects": "O",
  "POST /control-plane/effects/:id/settle": "H",
  "POST /control-plane/backups": "I",
  "GET /control-plane/backups": "I",
  "GET /control-plane/backups/:id": "I",
  "POST /control-plane/restore-verifications": "I",
  "GET /control-plane/restore-verifications": "I",
  "GET /control-plane/restore-verifications/:id": "I",
  "POST /control-plane/restore-verifications/:id/cancel": "I",
  "GET /approvals/:id": "O",
  "GET /approvals/:id/evidence": "O",
  "GET /dashboard": "same",
  "GET /dashboard/*": "same",
  "GET /dashboard/worker.js": "same",
  "POST /shell/sample": "I",
  "GET /planner/refreshes": "O",
  "GET /planner/export": "O",
  "GET /repositories": "O",
  "POST /repositories/dial": "H",
  "GET /repositories/defaults": "O",
  "POST /repositories/defaults": "H",
  "POST /repositories/defaults/file/admit": "H",
  "POST /repositories/defaults/file/revoke": "H",
  "GET /repositories/admissions": "O",
  "POST /repositories/admissions/:id/revoke": "H",
  "GET /runs/:id/unasked": "O",
  "POST /providers/find": "O",
  "POST /providers": "H",
  "POST /providers/:provider/remove": "H",
  "POST /providers/:provider/test": "H",
};

/** The interface's access codes, as contracts name them. */
export const ACCESS_OF_CODE: Readonly<Record<string, Access>> = {
  "P": "public",
  "O": "operator",
  "O, AR": "agent-read",
  "O, AS": "agent-steer",
  "H": "human",
  "I": "internal",
  "W": "webhook",
  "P in local-public mode, else token": "shell",
  "same": "shell",
};

/** The name by which contracts know a row; where the interface leaves the rest of a path open, it is a name. */
export const keyOf = (row: Pick<InterfaceRow, "method" | "path">): string =>
  `${row.method} ${row.path.replace(/\.\.\.$/, ":name")}`;

/** The access code of a declared endpoint, by the interface or by the list of extras. */
export function codeOf(key: string): string | undefined {
  return INTERFACE.find((row) => keyOf(row) === key)?.access ?? EXTRAS[key];
}

/** The schema that a row names as its answer, and whether it answers a list of it; null where it names none. */
export function returnedSchema({ returns }: InterfaceRow): { id: string; list: boolean } | null {
  const named = /^(\w+Schema)(\[\])?$/.exec(returns);
  return named ? { id: named[1]!, list: named[2] !== undefined } : null;
}
