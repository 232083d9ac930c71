/**
 * The domains of `services` by floor: each may import from floors below its own, never from its own floor or above. A new
 * domain is one word in one row.
 */
export const FLOORS: readonly (readonly string[])[] = [
  ["kernel"],
  ["clock", "network", "parsing", "policy", "repositories", "saved_views"],
  ["notifications", "outbound", "processes", "workflows"],
  ["autonomy", "backups", "lifecycle", "material", "project_context", "secrets"],
  ["devportal", "financelink", "oauth", "runs"],
  ["approvals", "models"],
  ["changes", "planner", "task_sessions"],
  ["alerts", "connectors", "memory", "research", "skills", "transcripts"],
  ["workers"],
  ["commands", "profiles"],
  ["capabilities", "questions"],
  ["routing"],
  ["drafting", "tasks"],
  ["nodes"],
  ["executor"],
  ["automations", "run_views", "system"],
  ["coordinator", "dashboard", "search", "trends"],
  ["audio"],
];

/** The floor of a domain, from 0 up; null where `FLOORS` does not name it. */
export function floorOf(domain: string): number | null {
  const floor = FLOORS.findIndex((domains) => domains.includes(domain));
  return floor < 0 ? null : floor;
}
