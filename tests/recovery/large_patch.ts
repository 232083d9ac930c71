import assert from "node:assert/strict";
import { REVIEWED } from "../git.ts";
import { eventOf, EventTail } from "./event_tail.ts";
import { filesBelow } from "./leftovers.ts";
import type { ServiceProcess } from "./service_process.ts";
import { Site } from "./site.ts";

const [MODIFIED, DELETED, CREATED] = [500, 200, 2300];

/** Steps of the apply at which it can be killed: a file that is written has four, one that is deleted two. */
export const APPLY_BOUNDARIES = (MODIFIED + CREATED) * 4 + DELETED * 2;

const numbered = (count: number, entry: (n: number) => [string, string]): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => entry(n)));

const before = {
  ...numbered(MODIFIED, (n) => [`modified/${n}.txt`, `old ${n}\n`]),
  ...numbered(DELETED, (n) => [`deleted/${n % 7}/${n}.txt`, `old ${n}\n`]),
  "keep.txt": "as it is\n",
};

/** What the repository holds when all of the patch was written. */
export const after: Record<string, string> = {
  ...numbered(MODIFIED, (n) => [`modified/${n}.txt`, `new ${n}\n`]),
  ...numbered(CREATED, (n) => [`created/${n}.txt`, `new ${n}\n`]),
  "keep.txt": "as it is\n",
};

const each = (count: number, path: string): string =>
  `i=0; while [ $i -lt ${count} ]; do echo new $i > ${path}; i=$((i+1)); done`;

const REQUEST = `run mkdir created; ${each(CREATED, "created/$i.txt")}; ${
  each(MODIFIED, "modified/$i.txt")
}; rm -r deleted`;

/** A repository for a patch of 3,000 files. */
export const largeSite = (): Site => Site.make(before);

/** Gets a run to its checkpoint; gives its id and that of the approval. */
export async function untilCheckpoint(site: Site): Promise<{ run: string; approval: string }> {
  await using service = await site.start();
  const body = { request: REQUEST, repoPath: site.repository.root };
  const { id } = await service.operator("POST /coordinator/runs", { body });
  using tail = new EventTail(service);
  const { subject, type } = await tail.first(eventOf(id, "approval.requested", "run.failed"));
  assert.equal(type, "approval.requested");
  await service.terminate();
  return { run: id, approval: subject.slice("approval/".length) };
}

/** Approves; resolves with what became of the patch. */
export async function approve(service: ServiceProcess, id: string): Promise<string> {
  const { application } = await service.operator("POST /approvals/:id/approve", {
    params: { id },
    body: REVIEWED,
  });
  return application;
}

/** All files of the repository with their content. */
export const contentOf = ({ repository }: Site): Record<string, string> =>
  Object.fromEntries(filesBelow(repository.root).map((path) => [path, repository.read(path)]));
