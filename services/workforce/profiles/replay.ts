import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import type { ProfileContent } from "../../../store/profiles/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { toolNamed } from "../worker_kinds/kinds.ts";
import { CONNECTOR_TOOL, isAction } from "../workers/rights.ts";
import { effectiveRights } from "./rights.ts";
import { dataOf } from "../../../store/stream.ts";

/** How many of the newest sessions are searched for those of the role. */
const LOOKED_AT = 200;
const MAX_SESSIONS = 10;

/** Returns what another profile would have done with recorded tool calls, in plain lines. Executes nothing. */
export function replayPermissions(
  { store }: Pick<Core, "store">,
  before: ProfileContent | null,
  after: ProfileContent,
): string {
  const sessions = store.documents.find(taskSessionStream, {}, { limit: LOOKED_AT, newestFirst: true })
    .filter(({ role }) => role === after.role).slice(0, MAX_SESSIONS);
  const used = sessions.flatMap(({ id }) => store.events.ofStream(`task_session/${id}`))
    .flatMap((event) => dataOf(event, taskSessionStream, "tool.started") ?? [])
    .flatMap(({ tool }) => toolNamed(tool) ?? []);
  if (used.length === 0) return "No tool calls of this role have been recorded yet.";
  const allowed = (content: ProfileContent | null) =>
    content === null ? [] : effectiveRights(content, []).tools;
  const [then, now] = [allowed(before), allowed(after)];
  const count = (tools: readonly string[]) =>
    [...Map.groupBy(tools, (tool) => tool)].map(([tool, uses]) => `${tool} (${uses.length})`).join(", ") ||
    "none";
  const is = (tools: readonly string[], tool: string) =>
    tools.includes(tool) || (tool === CONNECTOR_TOOL && tools.some(isAction));
  return [
    `${used.length} tool calls in the last ${sessions.length} sessions of the role ${after.role}.`,
    `Refused from now on: ${count(used.filter((tool) => is(then, tool) && !is(now, tool)))}.`,
    `Allowed from now on: ${count(used.filter((tool) => !is(then, tool) && is(now, tool)))}.`,
  ].join("\n");
}
