import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { createResource, type Resource } from "../../../kit/resource.ts";
import { saveJson } from "../../../shell/download.ts";
import type { Frame } from "../../../shell/mod.ts";
import type { AuditView, ReplayPacket, Run, RunWorkspace, TaskDetails } from "../../types.ts";
import { createRaceStore, type RaceStore } from "../race/store.ts";
import { createMoment, type MomentStore } from "./moment.ts";
import { createTimeline, type TimelineStore } from "./timeline.ts";

/** The state of a run's page; the data of a tab is loaded when it is first opened. */
export type RunStore = {
  readonly id: string;
  readonly workspace: Resource<RunWorkspace>;
  readonly race: RaceStore;
  readonly timeline: TimelineStore;
  readonly moment: MomentStore;
  readonly audit: Resource<AuditView>;
  /** Without the entries of its proof. */
  readonly replay: Resource<ReplayPacket>;
  /** Saves the whole packet as a file. */
  savePacket: () => Promise<void>;
  readonly session: Resource<TaskDetails | null>;
  /** The selected task session. */
  readonly sessionId: Signal<string | null>;
  readonly run: ReadonlySignal<Run | null>;
  /** The action in progress, which its button shows. */
  readonly moving: Signal<string | null>;
  /** The actions on the run. */
  move: (verb: "pause" | "resume" | "cancel", reason?: string) => Promise<void>;
};

const DONE = { pause: "The run is paused.", resume: "The run was resumed.", cancel: "The run is cancelled." };

/** Returns the store of a run's page. */
export function createRunStore(id: string, frame: Frame): RunStore {
  const { call, toasts } = frame;
  const params = { id };
  const workspace = createResource(() => call("GET /runs/:id/workspace", { params }));
  const sessionId = signal<string | null>(null);
  const moving = signal<string | null>(null);
  return {
    id,
    workspace,
    race: createRaceStore(id, frame),
    timeline: createTimeline((query) => call("GET /runs/:id/timeline", { params, query })),
    moment: createMoment((at) => call("GET /runs/:id", { params, query: { at } })),
    audit: createResource(() => call("GET /runs/:id/audit-view", { params })),
    replay: createResource(() => call("GET /runs/:id/replay-packet", { params, query: { proof: false } })),
    savePacket: async () => {
      await toasts.attempt(async () =>
        saveJson(await call("GET /runs/:id/replay-packet", { params }), `${id}-replay.json`)
      );
    },
    session: createResource(async () => {
      const wanted = sessionId.value;
      return wanted === null ? null : await call("GET /task-sessions/:id", { params: { id: wanted } });
    }),
    sessionId,
    run: computed(() => workspace.value.value?.run ?? null),
    moving,
    move: async (verb, reason) => {
      moving.value = verb;
      await toasts.attempt(
        () =>
          verb === "cancel"
            ? call("POST /runs/:id/cancel", { params, body: reason ? { reason } : {} })
            : call(`POST /runs/:id/${verb}`, { params }),
        () => DONE[verb],
      );
      moving.value = null;
      await workspace.refresh();
    },
  };
}
