import { z } from "zod";
import { idOf } from "../event.ts";
import { artifactSubjectSchema } from "../runs/events.ts";
import { defineStream } from "../stream.ts";

const savedNote = z.object({
  content: z.string(),
  title: z.string().optional(),
  sourceUrl: z.string().optional(),
  tags: z.array(z.string()),
  contentSha256: z.string(),
  /** Of its artifact in the run; absent in what was saved before notes were artifacts. */
  path: z.string().optional(),
  about: artifactSubjectSchema.optional(),
});

const savedAsset = z.object({
  title: z.string(),
  url: z.string().optional(),
  mediaType: z.string(),
  summary: z.string().optional(),
  tags: z.array(z.string()),
  path: z.string(),
  sha256: z.string(),
  size: z.number().int(),
});

export const researchNoteDocumentSchema = savedNote.extend({
  id: z.string(),
  runId: z.string(),
  createdAt: z.string(),
});
type ResearchNoteDocument = z.infer<typeof researchNoteDocumentSchema>;

/** A note that was taken for a run. */
export const researchNoteStream = defineStream<ResearchNoteDocument>()({
  kind: "research_note",
  version: 1,
  events: { "research.note_saved": savedNote },
  indexes: [["runId"]],
  evolve: (_, event) => ({
    id: idOf(event),
    runId: event.runId ?? "",
    ...event.data,
    createdAt: event.at,
  }),
});

export const researchAssetDocumentSchema = savedAsset.extend({
  id: z.string(),
  runId: z.string(),
  createdAt: z.string(),
});
type ResearchAssetDocument = z.infer<typeof researchAssetDocumentSchema>;

/** A source or file of a run. Its content is an artifact of the run. */
export const researchAssetStream = defineStream<ResearchAssetDocument>()({
  kind: "research_asset",
  version: 1,
  events: { "research.asset_saved": savedAsset },
  indexes: [["runId"]],
  evolve: (_, event) => ({
    id: idOf(event),
    runId: event.runId ?? "",
    ...event.data,
    createdAt: event.at,
  }),
});
