import { sha256 } from "../../store/chain.ts";
import { researchNoteStream } from "../../store/research/stream.ts";
import { type Ctx, record } from "../kernel/context.ts";
import { contextOf } from "../lifecycle/event_context.ts";
import { requireRun } from "../runs/read_model.ts";
import type { ResearchNote, SaveResearchNoteInput } from "./schemas.ts";

/** Saves a note for a run, bound to the hash of its content. */
export function saveResearchNote(ctx: Ctx, runId: string, input: SaveResearchNoteInput): ResearchNote {
  const run = requireRun(ctx, runId);
  const id = ctx.newId("note");
  const data = { ...input, contentSha256: sha256(input.content) };
  record(ctx, researchNoteStream, id, [{ type: "research.note_saved", data }], contextOf(run));
  return ctx.store.documents.get(researchNoteStream, id)!;
}
