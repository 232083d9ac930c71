/**
 * The domains of `services` by floor: each may import from floors below its own, never from its own floor or above. A new
 * domain is one word in one row.
 */
export const FLOORS: readonly (readonly string[])[] = [
  ["kernel"],
  ["clock", "network", "parsing", "policy", "repositories", "saved_views"],
  ["icalendar", "notifications", "outbound", "processes", "workflows"],
  [
    "autonomy",
    "backups",
    "calendar_objects",
    "lifecycle",
    "material",
    "planner_settings",
    "project_context",
    "secrets",
  ],
  ["dates", "devportal", "financelink", "oauth", "runs"],
  ["approvals", "calendars", "models"],
  ["changes", "planner", "task_sessions"],
  ["alerts", "connectors", "memory", "planner_actions", "research", "skills", "transcripts"],
  ["workers"],
  ["worker_tools"],
  ["recipes", "repository_files"],
  ["agents"],
  ["worker_kinds"],
  ["commands", "profiles"],
  ["capabilities", "questions"],
  ["routing"],
  ["drafting", "tasks"],
  ["nodes"],
  ["executor"],
  ["automations", "run_views", "system"],
  ["command_center", "coordinator", "dashboard", "search", "trends"],
  ["audio"],
];

/** The floor of a domain, from 0 up; null where `FLOORS` does not name it. */
export function floorOf(domain: string): number | null {
  const floor = FLOORS.findIndex((domains) => domains.includes(domain));
  return floor < 0 ? null : floor;
}
