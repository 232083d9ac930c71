import { createHash } from "node:crypto";
import { filesOf, ROOT } from "../../kit/root.ts";
import { Random } from "../../recovery/load/random.ts";
import { type Block, type Change, type Kind, KINDS, readSource } from "./changes.ts";

/** What mutants are made in: files, or all below a directory. */
const AREAS: Readonly<Record<string, readonly string[]>> = {
  lifecycle: ["services/control/lifecycle/", "services/control/runs/", "services/execution/executor/"],
  approvals: ["services/control/approvals/"],
  policy: ["services/ground/policy/", "services/control/autonomy/"],
  redaction: [
    "services/ground/kernel/redactor.ts",
    "services/ground/kernel/redaction/",
    "services/accounts/secrets/",
  ],
  store: ["store/*.ts", "store/approvals/", "store/effects/", "store/runs/", "store/task_sessions/"],
};

/** Where the tests stand that may notice. */
export const TEST_DIRECTORIES: readonly string[] = [
  "lifecycle",
  "policy",
  "approvals",
  "secrets",
  "store",
  "effects",
  "autonomy",
  "runs",
  "recovery",
  "notifications",
  "worker_machines",
].map((name) => `tests/${name}`);

/** A source in which mutants are made. */
export type Mutable = { area: string; path: string; text: string; changes: Change[]; blocks: Block[] };

/** A change of a source by a seed. */
export type RandomMutant = Change & { area: string; path: string; line: number };

/** Reads every source in which mutants are made. */
export function mutableSources(): Mutable[] {
  return Object.entries(AREAS).flatMap(([area, places]) =>
    places.flatMap((place) => filesIn(place)).map((path) => {
      const text = Deno.readTextFileSync(`${ROOT}/${path}`);
      return { area, path, text, ...readSource(text) };
    })
  );
}

function filesIn(place: string): string[] {
  if (place.endsWith("/*.ts")) {
    const directory = place.slice(0, -"*.ts".length);
    return [...filesOf(directory, ".ts")].filter((path) => !path.slice(directory.length).includes("/"))
      .sort();
  }
  return place.endsWith(".ts") ? [place] : [...filesOf(place, ".ts")].sort();
}

/** Says of which sources something is known. */
export const hashOf = (sources: readonly { path: string; text: string }[]): string =>
  createHash("sha256").update(sources.map(({ path, text }) => `${path}\n${text}`).join("\n")).digest("hex")
    .slice(0, 16);

/** Returns mutants without end, until there are no more: by turns from each area, and there of each kind. */
export function* mutantsOf(sources: readonly Mutable[], seed: number): Generator<RandomMutant> {
  const random = new Random(seed);
  const left = Object.keys(AREAS).map((area) => ({
    area,
    kinds: new Map<Kind, RandomMutant[]>(KINDS.map((kind) => [kind, []])),
  }));
  for (const { area, path, text, changes } of sources) {
    const { kinds } = left.find((each) => each.area === area)!;
    for (const change of changes) {
      const line = text.slice(0, change.start).split("\n").length;
      kinds.get(change.kind)!.push({ ...change, area, path, line });
    }
  }
  while (left.some(({ kinds }) => kinds.size > 0)) {
    for (const { kinds } of left) {
      const kind = [...kinds.keys()][random.between(0, kinds.size - 1)];
      const some = kind === undefined ? [] : kinds.get(kind)!;
      const [mutant] = some.splice(random.between(0, some.length - 1), 1);
      if (kind !== undefined && some.length === 0) kinds.delete(kind);
      if (mutant !== undefined) yield mutant;
    }
  }
}
