import { memoryCandidateStream } from "../../../store/memory/candidate_stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { showMemoryCandidate } from "./read_model.ts";
import type { MemoryCandidate } from "./schemas.ts";

/** Returns candidates, newest first. */
export const listMemoryCandidates = (
  ctx: Ctx,
  { status, limit, offset }: {
    status?: MemoryCandidate["status"] | undefined;
    limit: number;
    offset: number;
  },
): MemoryCandidate[] =>
  ctx.store.documents.find(memoryCandidateStream, status ? { status } : {}, {
    limit,
    offset,
    newestFirst: true,
  })
    .map(showMemoryCandidate);
