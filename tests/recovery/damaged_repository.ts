import assert from "node:assert/strict";
import { join } from "node:path";
import { REVIEWED, TestRepository } from "../git.ts";
import { eventOf, EventTail } from "./event_tail.ts";
import { filesBelow, namesIn } from "./leftovers.ts";
import type { ServiceProcess } from "./service_process.ts";
import { checkStore, readLog, Site } from "./site.ts";

/** What is there before. */
export const BEFORE = { "a.txt": "hello\n", "keep.txt": "as it is\n" };
const AFTER = { "a.txt": "bye\n", "b/new.txt": "new\n", "keep.txt": "as it is\n" };
/** What the run is asked for. */
export const REQUEST = 'replace "hello" with "bye" in a.txt\ncreate b/new.txt with "new\\n"';
const ENDS = ["approval.requested", "run.completed", "run.failed"];

/** What a power cut, or a failing disk, makes of a target's directory in the storage directory. */
const DAMAGE: Readonly<Record<string, (directory: string) => void>> = {
  "HEAD and the configuration are empty": (at) => {
    for (const name of ["HEAD", "config"]) Deno.truncateSync(join(at, "control.git", name), 0);
  },
  "HEAD is missing": (at) => Deno.removeSync(join(at, "control.git/HEAD")),
  "the refs are empty": (at) => eachFile(at, /control\.git\/refs\//, (path) => Deno.truncateSync(path, 0)),
  "the objects are empty": (at) => eachFile(at, OBJECT, (path) => Deno.truncateSync(path, 0)),
  "the objects are cut short": (at) =>
    eachFile(at, OBJECT, (path) => Deno.truncateSync(path, Math.ceil(Deno.statSync(path).size / 2))),
  "the objects hold other bytes": (at) =>
    eachFile(at, OBJECT, (path) => Deno.writeFileSync(path, Deno.readFileSync(path).reverse())),
  "the objects are missing": (at) => eachFile(at, OBJECT, Deno.removeSync),
  "the directories are missing": (at) => {
    for (const name of namesIn(join(at, "control.git"))) {
      if (name === "objects" || name === "refs") {
        Deno.removeSync(join(at, "control.git", name), { recursive: true });
      }
    }
  },
  "all of it is missing": (at) => Deno.removeSync(at, { recursive: true }),
  "what git was working in is damaged": (at) =>
    eachFile(at, /work\.git\//, (path) => Deno.writeTextFileSync(path, "\0\0\0\0")),
};

/** Where the service is killed: each is before or in a step that needs what the steps before it made. */
const BOUNDARIES = [
  "plan:before",
  "dispatch:before",
  "task:*:captured",
  "dispatch:after",
  "verify:integrated",
  "bundle:before",
  "bundle:written",
  "checkpoint:before",
  "apply:before",
  "patch:intended",
  "apply:renamed:0",
];

/** How many of them come before the approval. */
const EARLY = 8;

const OBJECT = /control\.git\/objects\/[0-9a-f]{2}\//;

/** Where runs work: what is there before, and below which directory of it a run is given. */
const PLACES: Readonly<Record<string, { make: () => TestRepository; prefix?: string }>> = {
  "git repository": { make: () => TestRepository.make(BEFORE) },
  "plain directory": { make: () => written(new TestRepository()) },
  "directory below a root": {
    make: () => TestRepository.make({ ...BEFORE, ...below("pkg/web", BEFORE) }),
    prefix: "pkg/web",
  },
  "repository without a commit": {
    make: () => {
      const repository = new TestRepository();
      repository.git("init", "-q", "-b", "main");
      return written(repository);
    },
  },
};

/** One way in which a repository's directory is damaged twice: after a kill before the approval, and after one behind it. */
export type DamageCase = { name: string; place: string; damage: string; early: string; late: string };

/** Every damage in every place. */
export const DAMAGE_CASES: readonly DamageCase[] = Object.keys(PLACES).flatMap((place, at) =>
  Object.keys(DAMAGE).map((damage, index) => {
    const early = BOUNDARIES[(index + 3 * turn(at, index)) % EARLY]!;
    const late = BOUNDARIES[EARLY + (index % (BOUNDARIES.length - EARLY))]!;
    const name =
      `a run on a ${place} comes to the same end when ${damage} after a kill at ${early} and ${late}`;
    return { name, place, damage, early, late };
  })
);

/** A share of them in which each damage, each place and each boundary occurs. */
export const DAMAGE_SHARE: readonly DamageCase[] = DAMAGE_CASES.filter((_, i) => {
  const damages = Object.keys(DAMAGE).length;
  return turn(Math.floor(i / damages), i % damages) === 0;
});

/** Kills and damages, and looks whether the run comes to the end that it would have come to. */
export async function comesToSameEnd({ place, damage, early, late }: DamageCase): Promise<void> {
  const { make, prefix = "" } = PLACES[place]!;
  const inflict = DAMAGE[damage]!;
  using site = new Site(make());
  const id = await killedAt(site, early, prefix);
  damageAll(site, inflict);
  {
    await using service = await site.start({ fault: `${late}#1` });
    await checkpointOf(service, id);
    await approve(service, id).catch(() => {}); // the answer dies with the service
    assert.equal((await service.ended).signal, "SIGKILL", service.output());
  }
  damageAll(site, inflict);
  await using service = await site.start();
  using tail = new EventTail(service);
  const end = await tail.first(eventOf(id, "run.completed", "run.failed", "run.cancelled"));
  assert.equal(end.type, "run.completed", JSON.stringify(end.data));
  const log = (await readLog(service)).filter(({ runid }) => runid === id).map(({ type }) => type);
  assert.equal(log.filter((type) => type === "approval.applied").length, 1);
  assert.deepEqual(contentOf(site), prefix === "" ? AFTER : { ...BEFORE, ...below(prefix, AFTER) });
  await laterRunWorks(service, site, prefix);
  await checkStore(service);
  await site.end(service);
}

/** How far a place is from the one that a damage begins with. */
function turn(place: number, damage: number): number {
  const places = Object.keys(PLACES).length;
  return (place - damage % places + places) % places;
}

function written(repository: TestRepository): TestRepository {
  repository.write(BEFORE);
  return repository;
}

const below = (prefix: string, files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [`${prefix}/${path}`, text]));

async function killedAt(site: Site, fault: string, prefix: string): Promise<string> {
  await using service = await site.start({ fault: `${fault}#1` });
  const body = { request: REQUEST, repoPath: join(site.repository.root, prefix) };
  const { id } = await service.operator("POST /coordinator/runs", { body });
  assert.equal((await service.ended).signal, "SIGKILL", service.output());
  return id;
}

/** Resolves when a run has come to its checkpoint. */
export async function checkpointOf(service: ServiceProcess, id: string): Promise<void> {
  using tail = new EventTail(service);
  const reached = await tail.first(eventOf(id, ...ENDS));
  assert.equal(reached.type, "approval.requested", JSON.stringify(reached.data));
}

/** Approves what a run asks. */
export async function approve(service: ServiceProcess, runId: string): Promise<void> {
  const { approvals } = await service.operator("GET /runs/:id", { params: { id: runId } });
  const pending = approvals.find(({ status }) => status === "pending");
  assert.ok(pending);
  await service.operator("POST /approvals/:id/approve", { params: { id: pending.id }, body: REVIEWED });
}

/** The repository can still be used. */
async function laterRunWorks(service: ServiceProcess, site: Site, prefix: string): Promise<void> {
  const body = { request: 'create later.txt with "x"', repoPath: join(site.repository.root, prefix) };
  const { id } = await service.operator("POST /coordinator/runs", { body });
  await checkpointOf(service, id);
  await service.operator("POST /runs/:id/cancel", { params: { id }, body: {} });
}

/** Damages what the service keeps of every repository. */
export function damageAll(site: Site, inflict: (directory: string) => void): void {
  const repositories = join(site.storage, "repositories");
  for (const id of namesIn(repositories)) inflict(join(repositories, id));
}

/** Does something with each file below a directory whose path fits. */
export function eachFile(directory: string, pattern: RegExp, work: (path: string) => void): void {
  for (const path of filesBelow(directory)) {
    if (!pattern.test(path)) continue;
    Deno.chmodSync(join(directory, path), 0o600);
    work(join(directory, path));
  }
}

/** The files of a site's repository by path. */
export const contentOf = ({ repository }: Site): Record<string, string> =>
  Object.fromEntries(filesBelow(repository.root).sort().map((path) => [path, repository.read(path)]));
