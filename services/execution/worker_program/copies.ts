import { join } from "node:path";
import { createHash } from "node:crypto";
import { z } from "zod";
import { UnavailableError } from "../../ground/kernel/errors.ts";
import { makeCopy, readPack, removeTree } from "../../machine/repositories/mod.ts";
import type { Manifest } from "../../workforce/worker_machines/wire/mod.ts";
import type { MachineClient } from "./client.ts";
import { type HeldLease, untilAnswered } from "./held.ts";

/** How many repositories keep their objects between verifications, and how long. */
const MAX_COPIES = 8;
const UNUSED_MILLISECONDS = 7 * 24 * 60 * 60 * 1000;

/** How many commits of a repository are named to the control plane. */
const MAX_COMMITS = 100;

/** How often an object that arrived damaged is fetched. */
const MAX_FETCHES = 3;

const commitsSchema = z.array(z.string());

/** Copies of repositories, which have the objects that the control plane sent and nothing else. */
export class RepositoryCopies {
  constructor(readonly directory: string) {}

  /** Returns the repositories that are here, the last used first. */
  async list(): Promise<string[]> {
    const found: { name: string; usedAt: number }[] = [];
    for await (const { name } of Deno.readDir(this.directory)) {
      const { mtime } = await Deno.stat(this.#commitsFile(name)).catch(() => ({ mtime: null }));
      found.push({ name, usedAt: mtime?.getTime() ?? 0 });
    }
    return found.toSorted((a, b) => b.usedAt - a.usedAt).map(({ name }) => name);
  }

  /** Returns the commits that are here, by repository. */
  async commits(): Promise<Record<string, string[]>> {
    const found = (await this.list()).map(async (id) => [id, await this.#commitsOf(id)] as const);
    return Object.fromEntries(await Promise.all(found));
  }

  async #commitsOf(repositoryId: string): Promise<string[]> {
    const text = await Deno.readTextFile(this.#commitsFile(repositoryId)).catch(() => "[]");
    return commitsSchema.parse(JSON.parse(text));
  }

  /** Fetches what a verification needs, and returns the directory of the repository. Throws `UnavailableError`. */
  async fetch(
    held: Pick<HeldLease, "service" | "signal"> & { client: MachineClient },
    manifest: Manifest,
  ): Promise<string> {
    const { repository, base, pack: { sha256 } } = manifest;
    const { commit } = manifest.kind === "task" ? manifest.task.start : manifest.result;
    const directory = join(this.directory, repository.id);
    await makeCopy(directory, repository);
    const pack = `${directory}.pack`;
    try {
      await download(held, sha256, pack);
      const commits = [commit, base.commit];
      await readPack(directory, pack, commits);
      const known = await this.#commitsOf(repository.id);
      const all = [...new Set([...commits, ...known])].slice(0, MAX_COMMITS);
      await Deno.writeTextFile(this.#commitsFile(repository.id), JSON.stringify(all));
    } finally {
      await removeTree(pack);
    }
    return directory;
  }

  /** Removes copies that were not used for long, those above the limit, and with `all` every one. */
  async sweep({ all = false } = {}): Promise<void> {
    const oldest = Date.now() - UNUSED_MILLISECONDS;
    for (const [at, name] of (await this.list()).entries()) {
      const { mtime } = await Deno.stat(this.#commitsFile(name)).catch(() => ({ mtime: null }));
      const isOld = at >= MAX_COPIES || (mtime?.getTime() ?? 0) < oldest;
      if (all || isOld) await removeTree(join(this.directory, name));
    }
  }

  #commitsFile(name: string): string {
    return join(this.directory, name, ".git", "agent-harness-commits.json");
  }
}

/** Fetches an object into a file, again where the connection breaks or it arrives damaged. */
async function download(
  held: Parameters<RepositoryCopies["fetch"]>[0],
  sha256: string,
  path: string,
): Promise<void> {
  for (let fetched = 1; fetched <= MAX_FETCHES; fetched++) {
    if (await untilAnswered(held, () => fetchTo(held, sha256, path)) === sha256) return;
  }
  throw new UnavailableError(`The object ${sha256} arrived damaged ${MAX_FETCHES} times.`);
}

/** Fetches an object into a file. Returns the hash of what arrived. */
async function fetchTo(
  { client, signal }: Parameters<typeof download>[0],
  sha256: string,
  path: string,
): Promise<string> {
  const response = await client.fetch({ method: "GET", path: `/worker/objects/${sha256}`, signal });
  const hash = createHash("sha256");
  const counted = response.body!.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        hash.update(chunk);
        controller.enqueue(chunk);
      },
    }),
  );
  await Deno.writeFile(path, counted, { mode: 0o600, signal });
  return hash.digest("hex");
}
