import { temporaryDirectory } from "../temporary.ts";
import { buildElsewhere, hashOf, type Surroundings } from "./elsewhere.ts";

/** A user who is on every system, and is not root. */
const NOBODY = 65534;

/** One difference each, and then all of them. */
const TRIALS: Readonly<Record<string, Surroundings>> = {
  "the same again": {},
  "another path": { path: "an other/place/to build" },
  "another umask": { umask: "077" },
  "another language": { locale: "tr_TR.UTF-8" },
  "no language": { locale: "C" },
  "another zone": { zone: "Pacific/Kiritimati" },
  "sources of another time": { changed: new Date("2001-02-03") },
  "another order of files": { reversed: true },
  "a cache from another registry": { registry: "http://localhost:4873/" },
  "another user": { user: NOBODY },
};

/** The control: what a build names as its date is in the executable. */
const OTHER_DATE: Surroundings = { epoch: "1767323046" };

/** Builds the portable executable in different surroundings and compares the bytes. Returns the exit code. */
export async function buildReproducibly(say: (line: string) => void): Promise<number> {
  const isRoot = Deno.uid() === 0;
  const { "another user": another, ...own } = TRIALS;
  if (!isRoot) say("left out: another user, for whom only root can build");
  const each = Object.entries(isRoot ? { ...own, "another user": another! } : own);
  const all: Surroundings = Object.assign({}, ...each.map(([, around]) => around));
  const trials = [...each, ["all of these", all] as const];
  const expected = await built({});
  say(`${expected}  built first`);
  let code = 0;
  for (const [name, around] of trials) {
    const hash = await built(around);
    if (hash !== expected) code = 1;
    say(`${hash}  ${name}${hash === expected ? "" : ": NOT the same"}`);
  }
  const other = await built(OTHER_DATE);
  if (other === expected) code = 1;
  say(`${other}  another date${other === expected ? ": the comparison finds NOTHING" : ", which is found"}`);
  say(code === 0 ? `${trials.length} builds are the same, byte for byte.` : "The build is not reproducible.");
  return code;
}

/** Builds it and returns the hash. */
async function built(around: Surroundings): Promise<string> {
  const directory = temporaryDirectory();
  try {
    return await hashOf(await buildElsewhere(directory, around));
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}
