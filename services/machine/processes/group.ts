import {
  isConfined,
  isNoOlder,
  isStill,
  listProcesses,
  type ProcessEntry,
  processVariable,
} from "./table.ts";

export { processStartTime } from "./table.ts";

/** A recorded process group: its id (its leader's pid) and when the leader started. */
export type ProcessGroup = { group: number; startTime: string };

/** The time between SIGTERM and SIGKILL for a group. */
export const GRACE_MILLISECONDS = 2_000;

/** A variable that every member inherits, which identifies members that left the group and session (Linux). */
export const GROUP_VARIABLE = "PROCESS_GROUP_MARK";

/**
 * Ends a recorded group, perhaps of an earlier service: SIGTERM, then after `grace` milliseconds SIGKILL, until no member is
 * left. Returns whether there was anything to end.
 *
 * A process is a member if it carries the group's mark (Linux), or is in the group or session while that is provably the recorded
 * one: its leader started at the recorded time, or (leader gone) another member carries the mark. So a reused id is never
 * touched. A process that clears its environment **and** starts a new session (`env -i setsid …`) escapes.
 */
export async function endProcessGroup(group: ProcessGroup, grace = GRACE_MILLISECONDS): Promise<boolean> {
  let proved = false;
  const find = async () => {
    const found = await members(group, proved);
    // The leader may end first; the others still form the group.
    proved ||= found.some((entry) => entry.group === group.group || entry.session === group.group);
    return found;
  };
  return await endMembers(find, group.group, grace);
}

/**
 * Ends the rest of a group whose leader this process started and has just seen end, before its id can be reused: members need
 * no mark.
 */
export async function endOwnGroup(group: ProcessGroup, grace = GRACE_MILLISECONDS): Promise<boolean> {
  return await endMembers(() => members(group, true), group.group, grace);
}

/** Returns the living members of a recorded group. `own`: no proof is needed as long as no other leader has its id. */
export async function members({ group, startTime }: ProcessGroup, own = false): Promise<ProcessEntry[]> {
  const all = await listProcesses();
  const mark = groupMark({ group, startTime });
  const marked = new Set(
    Deno.build.os === "linux"
      ? all.filter((entry) => isNoOlder(entry, startTime))
        .filter(({ pid }) => processVariable(pid, GROUP_VARIABLE) === mark).map(({ pid }) => pid)
      : [],
  );
  const inside = all.filter((entry) => entry.group === group || entry.session === group);
  const leader = all.find(({ pid }) => pid === group);
  const proved = leader ? leader.startTime === startTime : own || inside.some(({ pid }) => marked.has(pid)) ||
    Deno.build.os !== "linux" && sameBoot(inside, startTime);
  return all.filter((entry) => marked.has(entry.pid) || (proved && inside.includes(entry)));
}

/** Returns the mark of a group's members. */
function groupMark({ group, startTime }: ProcessGroup): string {
  return `${group}:${startTime}`;
}

async function endMembers(
  find: () => Promise<ProcessEntry[]>,
  group: number,
  grace: number,
): Promise<boolean> {
  const foreign = new Set<string>();
  let killAt: number | null = null;
  // A process shows no mark while it is being replaced by another program, so one empty read proves nothing.
  for (let pause = 2, empty = 0; true; pause = Math.min(pause * 2, 50)) {
    const left = (await find()).filter((entry) => !foreign.has(entryKey(entry)));
    empty = left.length === 0 ? empty + 1 : 0;
    if (empty === 2) return killAt !== null;
    if (left.length > 0 && killAt === null) {
      killAt = performance.now() + grace;
      // Once: the processes that they start for cleanup get the grace period.
      send(left, group, "SIGTERM", foreign);
      // A stopped process handles the signal only when it continues.
      send(left, group, "SIGCONT", foreign);
    }
    if (killAt !== null && performance.now() >= killAt) send(left, group, "SIGKILL", foreign);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Each process is compared with its entry directly before its signal; another user's processes go to `foreign`. */
function send(
  entries: readonly ProcessEntry[],
  group: number,
  signal: Deno.Signal,
  foreign: Set<string>,
): void {
  // A sandbox ends at once with its owner, so only the processes inside are signalled and can end in order.
  const confined = signal === "SIGKILL" ? [] : entries.filter(({ pid }) => isConfined(pid));
  if (confined.length > 0) return sendToGroups(confined, signal);
  // All at once, so that none forks meanwhile: the group's id is not reused while a member lives.
  if (entries.some((entry) => entry.group === group && isStill(entry))) signalProcess(-group, signal);
  for (const entry of entries) {
    if (entry.group === group || !isStill(entry)) continue;
    if (!signalProcess(entry.pid, signal)) foreign.add(entryKey(entry));
  }
}

function sendToGroups(entries: readonly ProcessEntry[], signal: Deno.Signal): void {
  const told = new Set<number>();
  for (const entry of entries) {
    if (told.has(entry.group) || !isStill(entry)) continue;
    told.add(entry.group);
    signalProcess(-entry.group, signal);
  }
}

/** Returns false when the system does not allow it; a process that is gone counts as signalled. */
function signalProcess(id: number, signal: Deno.Signal): boolean {
  try {
    Deno.kill(id, signal);
  } catch (error) {
    if (error instanceof Deno.errors.PermissionDenied) return false;
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return true;
}

function entryKey({ pid, startTime }: ProcessEntry): string {
  return `${pid}:${startTime}`;
}

/** Without marks: members not older than the leader, whose id stays taken while they live. */
function sameBoot(entries: readonly ProcessEntry[], startTime: string): boolean {
  return entries.every((entry) => Date.parse(entry.startTime) >= Date.parse(startTime));
}
