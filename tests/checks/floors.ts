/**
 * The domains of `services` by floor: each may import from floors below its own, never from its own floor or above. A new
 * domain is one word in one row.
 */
export const FLOORS: readonly (readonly string[])[] = [
  ["kernel"],
  ["clock", "network", "notifications", "parsing", "policy", "repositories"],
  ["outbound", "processes", "workflows"],
  ["backups", "lifecycle", "material", "project_context", "secrets"],
  ["runs"],
  ["approvals", "dashboard", "models", "research"],
  ["task_sessions"],
  ["memory"],
  ["workers"],
  ["routing"],
  ["executor"],
  ["run_views", "system"],
  ["coordinator"],
];

/** The floor of a domain, from 0 up; null where `FLOORS` does not name it. */
export function floorOf(domain: string): number | null {
  const floor = FLOORS.findIndex((domains) => domains.includes(domain));
  return floor < 0 ? null : floor;
}

/** Domains of `services` that work on the facts of another domain of the store, whose tables they may name in SQL. */
export const READS_TABLES_OF: Readonly<Record<string, readonly string[]>> = {
  run_views: ["runs", "task_sessions"],
  lifecycle: ["runs", "task_sessions", "approvals"],
};
