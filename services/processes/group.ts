import {
  isConfined,
  isNoOlder,
  isStill,
  listProcesses,
  type ProcessEntry,
  processVariable,
} from "./table.ts";

export { processStartTime } from "./table.ts";

/** A process group as it is recorded: its id (its leader's pid) and when the leader started. */
export type ProcessGroup = { group: number; startTime: string };

/** Time that a group gets between SIGTERM and SIGKILL. */
export const GRACE_MILLISECONDS = 2_000;

/** A variable that every member inherits, so that one which left group and session is still found (Linux). */
export const GROUP_VARIABLE = "PROCESS_GROUP_MARK";

/**
 * Ends a group that was recorded earlier, perhaps by a service that is gone: SIGTERM, then after `grace`
 * milliseconds SIGKILL, until no member is left. Gives whether there was anything to end.
 *
 * A process is a member when it carries the group's mark (Linux), or is in the group or session while that is
 * provably the recorded one: its leader started at the recorded time, or (leader gone) another member carries the
 * mark. So an id that the system has used again is never touched. One that clears its environment **and** starts a
 * session of its own (`env -i setsid …`) escapes.
 */
export async function endProcessGroup(group: ProcessGroup, grace = GRACE_MILLISECONDS): Promise<boolean> {
  let proved = false;
  const find = async () => {
    const found = await members(group, proved);
    // Its leader may end first; the others are the same group all the same.
    proved ||= found.some((entry) => entry.group === group.group || entry.session === group.group);
    return found;
  };
  return await endMembers(find, group.group, grace);
}

/**
 * Ends what is left of a group whose leader this process started and saw end just now, before its id can have been
 * used again: members need no mark.
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
export function groupMark({ group, startTime }: ProcessGroup): string {
  return `${group}:${startTime}`;
}

async function endMembers(
  find: () => Promise<ProcessEntry[]>,
  group: number,
  grace: number,
): Promise<boolean> {
  const foreign = new Set<string>();
  let killAt: number | null = null;
  // A process shows no mark while it is being replaced by another program, so one empty look proves nothing.
  for (let pause = 2, empty = 0; true; pause = Math.min(pause * 2, 50)) {
    const left = (await find()).filter((entry) => !foreign.has(entryKey(entry)));
    empty = left.length === 0 ? empty + 1 : 0;
    if (empty === 2) return killAt !== null;
    if (left.length > 0 && killAt === null) {
      killAt = performance.now() + grace;
      // Once: what they start to clean up after themselves has the grace to do so.
      send(left, group, "SIGTERM", foreign);
      // A stopped process acts on the request only when it goes on.
      send(left, group, "SIGCONT", foreign);
    }
    if (killAt !== null && performance.now() >= killAt) send(left, group, "SIGKILL", foreign);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Each process is compared with its entry right before its signal; what another user owns goes to `foreign`. */
function send(
  entries: readonly ProcessEntry[],
  group: number,
  signal: Deno.Signal,
  foreign: Set<string>,
): void {
  // A sandbox ends at once with whoever holds it, so only what is inside is asked: it has the grace to end in order.
  const confined = signal === "SIGKILL" ? [] : entries.filter(({ pid }) => isConfined(pid));
  if (confined.length > 0) return sendToGroups(confined, signal);
  // All at once, so that none forks away meanwhile: as long as one member lives, the group's id is not used again.
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

/** False when the system does not allow it; a process that is gone counts as told. */
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

/** Without marks: members that are not older than the leader, whose id stays taken while they live. */
function sameBoot(entries: readonly ProcessEntry[], startTime: string): boolean {
  return entries.every((entry) => Date.parse(entry.startTime) >= Date.parse(startTime));
}
