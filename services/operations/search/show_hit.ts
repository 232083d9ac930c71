import { ArtifactDamagedError } from "../../../store/artifacts.ts";
import { eventId, splitStream } from "../../../store/event.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { FoundText } from "../../../store/search/find.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { firstLine } from "../../ground/kernel/words.ts";
import { snippetOf } from "../../ground/kernel/snippet.ts";
import type { SearchHit } from "./schemas.ts";

/**
 * Returns a result as the API shows it. Known secrets are removed from the whole text before it is cut, so that no half
 * of one remains; what merely looks like a key was removed from artifacts when they were stored.
 */
export async function showHit(ctx: Ctx, found: FoundText, query: string): Promise<SearchHit> {
  const { documents } = ctx.store;
  const run = found.run_id === null ? null : documents.get(runStream, found.run_id);
  const runTitle = run && firstLine(ctx.redactor.text(run.request));
  const text = found.kind === "diff" ? changedLines(found.words) : await readable(ctx, found);
  return {
    id: eventId(found.sequence),
    kind: found.kind,
    title: found.kind === "run" && runTitle !== null ? runTitle : ctx.redactor.text(found.title),
    snippet: snippetOf(ctx.redactor.text(text), query),
    subject: splitStream(found.stream).id,
    part: found.part,
    runId: run?.id ?? null,
    runNumber: run && documents.numberOf(runStream, run.id),
    runStatus: run?.status ?? null,
    runTitle,
    conversationId: found.conversation_id,
    at: found.at,
  };
}

/** Returns the text of a hit. Some kinds are indexed only by their distinct words, and their text is in an artifact. */
async function readable(ctx: Ctx, { kind, sha256, words }: FoundText): Promise<string> {
  if (sha256 === null || kind === "artifact") return words;
  return await ctx.artifacts.readText(sha256).catch((cause) => {
    if (cause instanceof ArtifactDamagedError) return words;
    throw cause;
  });
}

/** Returns a patch without the lines that only git reads. */
const changedLines = (patch: string): string =>
  patch.split("\n").filter((line) => !/^(?:index |diff --git |(?:old|new) mode |similarity )/.test(line))
    .join("\n");
