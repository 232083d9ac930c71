import { researchAssetStream } from "../../../store/research/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { recordArtifact } from "../../control/runs/artifacts.ts";
import { contextOf } from "../../control/lifecycle/event_context.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import type { CreateResearchAssetInput, ResearchAsset } from "./schemas.ts";

/** Saves a source or a file for a run. Its content, or without one its address, becomes an artifact of the run. */
export function saveResearchAsset(ctx: Ctx, runId: string, input: CreateResearchAssetInput): ResearchAsset {
  const run = requireRun(ctx, runId);
  const id = ctx.newId("asset");
  const { bytes, binary, mediaType } = contentOf(input);
  const path = `research/${id}`;
  const content = ctx.artifacts.writeSync(bytes);
  ctx.write(() => {
    recordArtifact(ctx, contextOf(run), content, {
      path,
      purpose: "research",
      previewType: binary ? "binary" : "text",
      label: input.title.slice(0, 200),
      summary: input.summary ?? "",
      mediaType,
    });
    const { title, url, summary, tags } = input;
    const data = {
      title,
      ...(url && { url }),
      ...(summary && { summary }),
      tags,
      mediaType,
      path,
      ...content,
    };
    record(ctx, researchAssetStream, id, [{ type: "research.asset_saved", data }], contextOf(run));
  });
  return ctx.store.documents.get(researchAssetStream, id)!;
}

function contentOf(
  input: CreateResearchAssetInput,
): { bytes: Uint8Array; binary: boolean; mediaType: string } {
  if (input.contentBase64 !== undefined) {
    const bytes = Uint8Array.fromBase64(input.contentBase64);
    return { bytes, binary: true, mediaType: input.mediaType ?? "application/octet-stream" };
  }
  const text = input.content ?? `${input.url}\n`;
  return { bytes: new TextEncoder().encode(text), binary: false, mediaType: input.mediaType ?? "text/plain" };
}
