import type { Frame } from "../../shell/mod.ts";
import type { SourceArtifact } from "./types.ts";

const PAGE = 1000;

/** Reads the events of a range of days in pages, as a response may not contain all of them. */
export async function readEvents(
  { call }: Pick<Frame, "call">,
  { from, to }: { from: string; to: string },
): Promise<SourceArtifact[]> {
  const all: SourceArtifact[] = [];
  for (;;) {
    const query = { from, to, type: "event" as const, limit: PAGE, offset: all.length };
    const page = await call("GET /planner/artifacts", { query });
    all.push(...page);
    if (page.length < PAGE) return all;
  }
}
