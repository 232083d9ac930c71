import type { History, NameChange, Node } from "../disk/history.ts";
import { type Call, linesOf, readCalls } from "./calls.ts";
import { CREATES, Processes } from "./processes.ts";
import { Recorder } from "./recorder.ts";
import { translate } from "./translate.ts";

/** Reads what strace recorded as the history of the disk at `root`, from its first state on. */
export function readHistory(
  file: string,
  start: { nodes: readonly Node[]; before: readonly NameChange[] },
  root: string,
): History {
  const disk = new Recorder(start, root);
  const processes = new Processes(creationsIn(file));
  for (const call of readCalls(linesOf(file))) {
    if (call.kind === "exit") processes.end(call.pid);
    else translate(call, disk, processes);
  }
  return disk.history;
}

function* creationsIn(file: string): Generator<Call> {
  for (const call of readCalls(linesOf(file))) {
    if (call.kind === "call" && CREATES.test(call.name)) yield call;
  }
}
