import type { Domain } from "../command.ts";
import type { Surroundings } from "../surroundings.ts";
import { Accounts } from "./accounts.ts";
import { Automations } from "./automations.ts";
import { Backups } from "./backups.ts";
import { LocalCalendar } from "./calendar.ts";
import { Connectors } from "./connectors.ts";
import { Drafts } from "./drafts.ts";
import { Fixes } from "./fixes.ts";
import { Machines } from "./machines.ts";
import { Memories } from "./memory.ts";
import { Notifications } from "./notifications.ts";
import { Races } from "./races.ts";
import { Runs } from "./runs.ts";
import { Search } from "./search.ts";
import { ServerCalendar } from "./server_calendar.ts";
import { Tasks } from "./tasks.ts";
import { Views } from "./views.ts";
import { Workflows } from "./workflows.ts";

/** The models of everything that the service does. */
export function domains(surroundings: Surroundings): readonly Domain[] {
  const runs = new Runs(surroundings);
  const drafts = new Drafts(surroundings);
  return [
    new Automations(runs),
    runs,
    new Tasks(surroundings.now),
    drafts,
    new LocalCalendar(surroundings.now, drafts),
    new ServerCalendar(surroundings),
    new Connectors(runs),
    new Workflows(runs),
    new Races(runs),
    new Fixes(runs),
    new Notifications(runs),
    new Search(runs),
    new Views(),
    new Accounts(surroundings),
    new Backups(surroundings),
    new Memories(runs),
    new Machines(runs),
  ];
}
