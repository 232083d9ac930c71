import type { Change } from "./changing_worker.ts";

/** Returns numbers from 0 up to a limit, the same ones for the same seed. */
export function dice(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39) >>> 0;
    return ((mixed ^ (mixed >>> 16)) >>> 0) % limit;
  };
}

const lines = (name: string, count: number): string =>
  Array.from({ length: count }, (_, i) => `${name} line ${i + 1}\n`).join("");

/** The files that all trials begin with. */
export const BASE_FILES: Record<string, string> = {
  "a.txt": lines("a", 16),
  "b.txt": lines("b", 5),
  "src/c.txt": lines("c", 12),
  "only/d.txt": lines("d", 3),
  "data.bin": "\0one\0two\0three\0",
};

const NEW_PATHS = ["new.txt", "place", "place/inside.txt", "src/more.txt", "only/more.txt"];

/** Returns one to three random changes of some files: lines, whole files, names, modes, links and bytes. */
export function randomChanges(
  files: Readonly<Record<string, string>>,
  roll: (limit: number) => number,
): Change[] {
  const changes = new Map<string, Change>();
  const known = Object.keys(files);
  for (let left = 1 + roll(3); left > 0; left--) {
    const path = known[roll(2 * known.length)] ?? "a.txt";
    for (const change of randomChange(path, changes.get(path)?.to ?? files[path]!, roll)) {
      changes.set(change.path, change);
    }
  }
  const made = [...changes.values()].filter(({ path, to, executable }) => executable || to !== files[path]);
  const isBelow = ({ path }: Change) =>
    made.some((other) => other.to !== null && path.startsWith(`${other.path}/`));
  return made.filter((change) => !isBelow(change));
}

function randomChange(path: string, now: Change["to"], roll: (limit: number) => number): Change[] {
  if (typeof now !== "string") return [];
  const kind = roll(12);
  if (kind === 0) return [{ path, to: null }];
  if (kind === 1) return [{ path, to: now, executable: true }, { path: "new.txt", to: `new ${roll(2)}\n` }];
  if (kind === 2) return [{ path, to: { link: path.includes("/") ? "../data.bin" : "src/more.txt" } }];
  if (kind === 3) return [{ path: NEW_PATHS[roll(NEW_PATHS.length)]!, to: `added ${roll(3)}\n` }];
  if (kind === 4) {
    const to = `${path}.moved${roll(2)}`;
    return [{ path, to: null }, { path: to, to: roll(2) === 0 ? now : edited(now, roll) }];
  }
  if (now.includes("\0")) return [{ path, to: `${now}${roll(3)}\0` }];
  return [{ path, to: edited(now, roll) }];
}

/** Changes, adds or removes one or two lines; few values, so that two workers sometimes do the same. */
function edited(text: string, roll: (limit: number) => number): string {
  const all = text.split("\n");
  for (let left = 1 + roll(2); left > 0; left--) {
    const at = roll(Math.max(1, all.length - 1));
    const kind = roll(4);
    if (kind === 0) all.splice(at, 0, `added ${roll(3)}`);
    else if (kind === 1 && all.length > 2) all.splice(at, 1);
    else all[at] = `changed ${roll(3)}`;
  }
  return all.join("\n");
}
