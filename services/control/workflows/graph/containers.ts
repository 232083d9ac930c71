import type { NodeOf } from "../language/definition.ts";
import { type Expression, ExpressionError, type ExpressionScope } from "../language/expression.ts";
import type { GraphDecisions } from "./deciding.ts";
import { unhandledOf } from "./joins.ts";
import { isFinal, type NodeRecord, type NodeRecords, type RaceChoice, type RaceOutput } from "./records.ts";
import {
  contenderFrame,
  dependenciesOf,
  expressionScopeOf,
  itemFrame,
  iterationFrame,
  type NodeFrame,
} from "./scope.ts";

/** Decides on every node of a frame. */
export type DecideFrame = (frame: NodeFrame, deciding: GraphDecisions) => void;

/** Continues a loop: with its current iteration, with the next one, or to its end. */
export function decideLoop(
  node: NodeOf<"loop">,
  outer: NodeFrame,
  deciding: GraphDecisions,
  decideFrame: DecideFrame,
): void {
  const { records, facts, parse, progress, decisions } = deciding;
  const path = outer.prefix + node.id;
  const dependsOn = dependenciesOf(node, outer);
  for (let { iteration, last } = progress.reached(path);; iteration++) {
    progress.reach(path, { iteration, last });
    const frame = iterationFrame(outer, node, iteration, last);
    if (!isFrameDone(frame, deciding, decideFrame)) return;
    const failed = unhandledOf(frame, records);
    if (failed) {
      decisions.push({
        do: "fail",
        path,
        node,
        detail: `Iteration ${iteration}: ${failed.detail ?? "failed."}`,
        dependsOn,
      });
      return;
    }
    last = outputsOf(frame, records);
    const done = parse(node.with.until).evaluate(expressionScopeOf(frame, records, facts));
    if (typeof done !== "boolean") {
      throw new ExpressionError(`"until" returned ${JSON.stringify(done)}, which is not true or false.`);
    }
    if (!done && iteration < node.with.max) continue;
    if (!done && node.with.onExhausted === "fail") {
      const detail = `"${node.with.until}" was still false after ${iteration} iterations.`;
      decisions.push({ do: "fail", path, node, detail, dependsOn });
      return;
    }
    decisions.push({
      do: "complete",
      path,
      node,
      output: { iterations: iteration, last },
      dependsOn,
      merges: pathsOf(frame, records),
    });
    return;
  }
}

/** Continues a fan-out: a limited number of its items at a time, in order. */
export function decideFanOut(
  node: NodeOf<"fan_out">,
  outer: NodeFrame,
  record: NodeRecord,
  deciding: GraphDecisions,
  decideFrame: DecideFrame,
): void {
  const { records, decisions } = deciding;
  const path = outer.prefix + node.id;
  const dependsOn = dependenciesOf(node, outer);
  const frames = (record.items ?? []).map((item, at) => itemFrame(outer, node, at, item));
  let active = 0;
  for (const frame of frames) {
    if (active >= node.with.maxParallel) return;
    if (!isFrameDone(frame, deciding, decideFrame)) active++;
  }
  if (active > 0) return;
  const output = frames.map((frame, at) => ({
    item: record.items![at],
    status: unhandledOf(frame, records) ? "failed" : "completed",
    output: outputsOf(frame, records),
  }));
  const failed = output.findIndex(({ status }) => status === "failed");
  if (failed >= 0 && node.with.failures === "fail") {
    const detail = `Item ${failed + 1}: ${unhandledOf(frames[failed]!, records)?.detail ?? "failed."}`;
    decisions.push({ do: "fail", path, node, detail, dependsOn });
    return;
  }
  const kept = frames.filter((frame) => node.with.merge === "tree" && !unhandledOf(frame, records));
  const merges = kept.flatMap((frame) => pathsOf(frame, records));
  decisions.push({ do: "complete", path, node, output, dependsOn, merges });
}

/**
 * Continues a race: all of its contenders at once, until everything of one succeeded, or until all have ended if a human picks.
 * A contender of which something was stopped is out; so is one that failed.
 */
export function decideRace(
  node: NodeOf<"race">,
  outer: NodeFrame,
  deciding: GraphDecisions,
  decideFrame: DecideFrame,
): void {
  const { records, decisions } = deciding;
  const path = outer.prefix + node.id;
  const dependsOn = dependenciesOf(node, outer);
  const before = decisions.length;
  const out: string[] = [];
  const succeeded: RaceOutput[] = [];
  for (const [at, { provider }] of node.with.contenders.entries()) {
    const frame = contenderFrame(outer, node, at + 1);
    if (isStopped(frame, records)) {
      out.push(`${at + 1} (${provider}) was stopped.`);
      continue;
    }
    if (!isFrameDone(frame, deciding, decideFrame)) continue;
    const failed = unhandledOf(frame, records);
    if (failed) {
      out.push(`${at + 1} (${provider}): ${failed.detail ?? "It failed."}`);
      continue;
    }
    succeeded.push({ contender: at + 1, provider, output: outputsOf(frame, records) });
    if (node.with.pick === "first") break;
  }
  const [first] = succeeded;
  const isOver = out.length + succeeded.length === node.with.contenders.length;
  if (first && (isOver || node.with.pick === "first")) {
    // What the others would do next is not wanted any more.
    decisions.length = before;
    const merges = pathsOf(contenderFrame(outer, node, first.contender), records);
    const choice = node.with.pick === "human" && { choice: choiceOf(succeeded, out) };
    decisions.push({ do: "complete", path, node, output: first, dependsOn, merges, ...choice });
    return;
  }
  if (!isOver) return;
  const detail = `None of the ${out.length} contenders succeeded. ${out.join(" ")}`;
  decisions.push({ do: "fail", path, node, detail, dependsOn });
}

function choiceOf(candidates: readonly RaceOutput[], out: readonly string[]): RaceChoice {
  const contender = {
    type: "integer",
    enum: candidates.map(({ contender }) => contender),
    title: "Contender",
    description: "the number of the contender whose files go on",
  };
  return { candidates, out, form: { type: "object", required: ["contender"], properties: { contender } } };
}

/** Whether anything of a contender was stopped. */
const isStopped = ({ prefix }: NodeFrame, records: NodeRecords): boolean =>
  records.values().some(({ path, stopped }) => stopped === true && path.startsWith(prefix));

/** Returns the list of a fan-out. Throws `ExpressionError` if it is not a list, or too long. */
export function fanOutItemsOf(
  { with: { items, max } }: NodeOf<"fan_out">,
  parse: (text: string) => Expression,
  scope: ExpressionScope,
) {
  const list = parse(items).evaluate(scope);
  if (!Array.isArray(list)) throw new ExpressionError(`"items" did not return a list.`);
  if (list.length > max) {
    throw new ExpressionError(`"items" returned ${list.length} items. The limit is ${max}.`);
  }
  return list;
}

/** Returns whether all nodes of a frame have ended and nothing follows for any of them. */
export function isFrameDone(frame: NodeFrame, deciding: GraphDecisions, decideFrame: DecideFrame): boolean {
  return deciding.progress.isOver(frame.prefix, () => {
    const before = deciding.decisions.length;
    decideFrame(frame, deciding);
    return deciding.decisions.length === before &&
      frame.nodes.every(({ id }) => isFinal(deciding.records.get(frame.prefix + id)));
  });
}

const outputsOf = ({ nodes, prefix }: NodeFrame, records: NodeRecords): Record<string, unknown> =>
  Object.fromEntries(nodes.map(({ id }) => [id, records.get(prefix + id)?.output ?? {}]));

/** Returns the executions of a frame that have a result. */
export const pathsOf = ({ nodes, prefix }: NodeFrame, records: NodeRecords): string[] =>
  nodes.map(({ id }) => prefix + id).filter((path) => records.get(path)?.status === "completed");
