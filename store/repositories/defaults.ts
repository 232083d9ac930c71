import { z } from "zod";
import { idOf } from "../event.ts";
import { dialSchema } from "../autonomy/stream.ts";
import { defineStream, type EventOf } from "../stream.ts";
import { entriesOf } from "../shared/records.ts";

/** What a repository can have a default for; a worker is written `provider/model`, and labels with commas between them. */
const defaultNameSchema = z.enum(["verifier", "setup", "worker", "needs", "place"]);
export type DefaultName = z.infer<typeof defaultNameSchema>;

/** What a `.agent-harness.json` states. */
const statedSchema = z.object({
  verifier: z.string().optional(),
  setup: z.string().optional(),
  worker: z.string().optional(),
  needs: z.string().optional(),
  /** Work and verification never leave this machine. */
  place: z.literal("here").optional(),
  dial: dialSchema.optional(),
  profile: z.string().optional(),
});
export type StatedDefaults = z.infer<typeof statedSchema>;

/** A file of defaults as a human admitted it: these bytes and no others. */
type AdmittedFile = { sha256: string; text: string; states: StatedDefaults; admittedAt: string; by: string };

/** The defaults of runs in one directory; its id is the repository's. */
type DefaultsDocument = {
  id: string;
  root: string;
  /** What a person set by hand. */
  set: Partial<Record<DefaultName, string>>;
  /** What earlier versions learnt from runs. A learned setup is in the repository's own document. */
  learnt: Partial<Record<DefaultName, { value: string; runId: string }>>;
  file?: AdmittedFile;
  /** Set where one of these says where work may be done. */
  places?: "restricted";
};

const valuesSchema = z.partialRecord(defaultNameSchema, z.string());

const events = {
  "defaults.set": z.object({ root: z.string(), values: valuesSchema }),
  /** They were cleared by hand: what was set, and what had been learnt. */
  "defaults.cleared": z.object({ root: z.string(), names: z.array(defaultNameSchema) }),
  /** No longer recorded: a verifier or a worker that was named for one run is for that run. */
  "defaults.learnt": z.object({ root: z.string(), values: valuesSchema }),
  "defaults.file_admitted": z.object({
    root: z.string(),
    sha256: z.string(),
    text: z.string(),
    states: statedSchema,
  }),
  "defaults.file_revoked": z.object({ root: z.string() }),
};

/** The defaults of repositories. */
export const defaultsStream = defineStream<DefaultsDocument>()({
  kind: "defaults",
  version: 4,
  events,
  indexes: [["places"]],
  evolve: (before, event) => {
    const next = evolve(before, event);
    const restricts = [next.set, next.file?.states ?? {}].some(({ needs, place }) => needs || place);
    return { ...next, ...(restricts && { places: "restricted" }) };
  },
});

function evolve(before: DefaultsDocument | null, event: EventOf<typeof events>): DefaultsDocument {
  const { root } = event.data;
  const { set = {}, learnt = {}, file } = before ?? {};
  const now = { id: idOf(event), root, set, learnt, ...(file && { file }) };
  switch (event.type) {
    case "defaults.set":
      return { ...now, set: { ...set, ...event.data.values } };
    case "defaults.cleared":
      return {
        ...now,
        set: without(set, event.data.names),
        learnt: without(learnt, event.data.names),
      };
    case "defaults.learnt": {
      const { runId = "" } = event;
      const found = Object.entries(event.data.values).map(([name, value]) => [name, { value, runId }]);
      return { ...now, learnt: { ...learnt, ...Object.fromEntries(found) } };
    }
    case "defaults.file_admitted": {
      const { sha256, text, states } = event.data;
      return { ...now, file: { sha256, text, states, admittedAt: event.at, by: event.actor } };
    }
    case "defaults.file_revoked": {
      const { file: _, ...rest } = now;
      return rest;
    }
  }
}

const without = <Value>(
  values: Partial<Record<DefaultName, Value>>,
  names: readonly DefaultName[],
): Partial<Record<DefaultName, Value>> =>
  Object.fromEntries(entriesOf(values).filter(([name]) => !names.includes(name)));
