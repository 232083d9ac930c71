import { splitStream, type StoredEvent } from "./event.ts";
import type { AnyStream } from "./stream.ts";
import { alerts } from "./alerts/mod.ts";
import { approvals } from "./approvals/mod.ts";
import { audio } from "./audio/mod.ts";
import { automations } from "./automations/mod.ts";
import { autonomy } from "./autonomy/mod.ts";
import { backups } from "./backups/mod.ts";
import { changes } from "./changes/mod.ts";
import { combinations } from "./combinations/mod.ts";
import { connectors } from "./connectors/mod.ts";
import { coordinator } from "./coordinator/mod.ts";
import { devportal } from "./devportal/mod.ts";
import { effects } from "./effects/mod.ts";
import { financelink } from "./financelink/mod.ts";
import { material } from "./material/mod.ts";
import { memory } from "./memory/mod.ts";
import { models } from "./models/mod.ts";
import { notifications } from "./notifications/mod.ts";
import { inboxView } from "./notifications/view.ts";
import { oauth } from "./oauth/mod.ts";
import { planner } from "./planner/mod.ts";
import { processes } from "./processes/mod.ts";
import { profiles } from "./profiles/mod.ts";
import { projectContext } from "./project_context/mod.ts";
import { repositories } from "./repositories/mod.ts";
import { research } from "./research/mod.ts";
import { runs } from "./runs/mod.ts";
import { savedViews } from "./saved_views/mod.ts";
import { searchView } from "./search/view.ts";
import { secrets } from "./secrets/mod.ts";
import { skills } from "./skills/mod.ts";
import { system } from "./system/mod.ts";
import { taskSessions } from "./task_sessions/mod.ts";
import { transcripts } from "./transcripts/mod.ts";
import { trials } from "./trials/mod.ts";
import { workerMachines } from "./worker_machines/mod.ts";
import { workflows } from "./workflows/mod.ts";
import type { Registry } from "./projector.ts";

/** Every domain of the store: a new one is one import and one line. */
const DOMAINS = [
  alerts,
  approvals,
  audio,
  automations,
  autonomy,
  backups,
  changes,
  combinations,
  connectors,
  coordinator,
  devportal,
  effects,
  financelink,
  material,
  memory,
  models,
  notifications,
  oauth,
  planner,
  processes,
  profiles,
  projectContext,
  repositories,
  research,
  runs,
  savedViews,
  secrets,
  skills,
  system,
  taskSessions,
  transcripts,
  trials,
  workerMachines,
  workflows,
];

const streams = DOMAINS.flatMap((domain): readonly AnyStream[] => domain.streams);
const search = searchView(DOMAINS.flatMap((domain) => domain.texts ?? []));
const inbox = inboxView(DOMAINS.flatMap((domain) => domain.notices ?? []));

/** Every stream and view of the service, by kind. */
export const registry: Registry = Object.freeze({
  streams: Object.freeze(Object.fromEntries(streams.map((stream) => [stream.kind, stream]))),
  views: Object.freeze([...DOMAINS.flatMap((domain) => domain.views), inbox, search]),
});

type Sentence = (event: StoredEvent) => string;

const SENTENCES: ReadonlyMap<string, Readonly<Record<string, Sentence>>> = new Map(
  DOMAINS.flatMap(({ streams, sentences }) =>
    // The only cast of the registry: each stream's events have the types of its domain's sentences.
    streams.map(({ kind }) => [kind, sentences as Readonly<Record<string, Sentence>>] as const)
  ),
);

/** Returns one plain sentence for an event; an erased one has only its type. */
export function narrate(event: StoredEvent): string {
  const { kind } = splitStream(event.stream);
  const sentence = SENTENCES.get(kind)?.[event.type];
  return sentence && event.data !== null ? sentence(event) : event.type;
}
