/** A directory of `services` with its domains by floor, from the ground up. */
export type District = {
  readonly name: string;
  /** What lives there, as docs/developing.md says it. */
  readonly holds: string;
  readonly floors: readonly (readonly string[])[];
};

/**
 * The districts of `services`, from the ground up. A domain imports only from districts below its own and, within it, from
 * floors below its own. A new domain is one word in one row.
 */
export const DISTRICTS: readonly District[] = [
  {
    name: "ground",
    holds: "what every domain stands on",
    floors: [
      ["kernel"],
      ["clock", "effects", "parsing", "policy", "saved_views"],
      ["material"],
    ],
  },
  {
    name: "machine",
    holds: "this machine: repositories, processes, and what they reach",
    floors: [
      ["network", "repositories"],
      ["processes"],
    ],
  },
  {
    name: "accounts",
    holds: "other services: keys, logins, and requests to them",
    floors: [
      ["outbound"],
      ["secrets"],
      ["devportal", "financelink", "oauth"],
    ],
  },
  {
    name: "control",
    holds: "runs, their states, and what humans decide",
    floors: [
      ["combinations", "workflows"],
      ["autonomy", "lifecycle"],
      ["runs"],
      ["approvals"],
      ["changes"],
    ],
  },
  {
    name: "sessions",
    holds: "calls of models, task sessions, and what was said in them",
    floors: [
      ["provider_kinds"],
      ["models"],
      ["task_sessions"],
      ["transcripts"],
    ],
  },
  {
    name: "planning",
    holds: "calendars, tasks and mail",
    floors: [
      ["icalendar"],
      ["calendar_objects", "planner_settings"],
      ["dates"],
      ["calendars"],
      ["planner"],
      ["planner_actions"],
    ],
  },
  {
    name: "knowledge",
    holds: "what is known of repositories and of earlier work",
    floors: [
      ["project_context"],
      ["memory", "research", "skills"],
    ],
  },
  {
    name: "workforce",
    holds: "who does the work, and how one is chosen",
    floors: [
      ["connectors", "worker_machines"],
      ["workers"],
      ["worker_tools"],
      ["recipes", "repository_files"],
      ["agents"],
      ["worker_kinds"],
      ["profiles"],
      ["capabilities"],
      ["routing"],
      ["drafting"],
    ],
  },
  {
    name: "execution",
    holds: "carrying out runs, workflows and automations, and how they are shown",
    floors: [
      ["commands"],
      ["questions"],
      ["elsewhere"],
      ["tasks"],
      ["nodes"],
      ["executor"],
      ["automations", "forecasts", "run_views", "trials", "worker_program"],
    ],
  },
  {
    name: "operations",
    holds: "care of the service, and what a person is told",
    floors: [
      ["notifications"],
      ["backups"],
      ["alerts", "capsules"],
      ["system"],
      ["dashboard", "effects", "metrics", "search", "traces", "trends"],
    ],
  },
  {
    name: "conversation",
    holds: "what is written and spoken with the coordinator",
    floors: [
      ["command_center", "coordinator"],
      ["audio"],
    ],
  },
];

const FLOORS = DISTRICTS.flatMap(({ name, floors }) => floors.map((domains) => ({ name, domains })));

/** The floor of a domain in its district, from 0 up over all districts; null where `DISTRICTS` does not name it there. */
export function floorOf(district: string, domain: string): number | null {
  const floor = FLOORS.findIndex(({ name, domains }) => name === district && domains.includes(domain));
  return floor < 0 ? null : floor;
}
