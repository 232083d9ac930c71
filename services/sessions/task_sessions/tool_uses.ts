import type { TraceEvent } from "../../control/runs/schemas.ts";
import type { TaskSessionDetails } from "./schemas.ts";

type ToolUse = TaskSessionDetails["toolUses"][number];
type ToolData = { tool: string; summary: string; path?: string; output?: string; exitCode?: number };

/** Returns the uses of tools in a session's events, oldest first, each with its result once it has one. */
export function toolUsesOf(events: readonly TraceEvent[]): ToolUse[] {
  const uses: ToolUse[] = [];
  for (const { id, sequence, type, at, data } of events) {
    if (!type.startsWith("tool.")) continue;
    const status = type.slice("tool.".length) as ToolUse["status"];
    const told = data as ToolData;
    const begun = status === "started" ? undefined : openUse(uses, told);
    if (begun) Object.assign(begun, told, { status, finishedAt: at });
    else uses.push({ id, sequence, ...told, status, at, ...(status !== "started" && { finishedAt: at }) });
  }
  return uses;
}

/** Returns the oldest use without a result that matches: of the same subject, or else of the same tool. */
function openUse(uses: readonly ToolUse[], { tool, summary, path }: ToolData): ToolUse | undefined {
  const open = uses.filter((use) => use.status === "started" && use.tool === tool);
  return open.find((use) => use.summary === summary && use.path === path) ??
    open.find((use) => use.path === path) ?? open[0];
}
