import { dirname, join } from "node:path";
import type { Limits, ReachedLimit } from "./limit.ts";

/** A control group of the kernel, or one in each hierarchy, for all processes of one command. */
export type ResourceGroup = {
  /** A process joins by writing its id to each. */
  joinFiles: string[];
  /** Returns which limit was reached, from the kernel's counters. */
  reached: () => ReachedLimit | null;
  remove: () => Promise<void>;
};

/** The files of a controller, in the two versions of the interface. */
const CONTROLLERS = [
  {
    name: "memory",
    limit: "memoryBytes",
    files: { 1: "memory.limit_in_bytes", 2: "memory.max" },
    counts: { 1: "memory.oom_control", 2: "memory.events" },
    count: /^oom_kill (\d+)/m,
  },
  {
    name: "pids",
    limit: "processes",
    files: { 1: "pids.max", 2: "pids.max" },
    counts: { 1: "pids.events", 2: "pids.events" },
    count: /^max (\d+)/m,
  },
] as const;

type Controller = typeof CONTROLLERS[number];
type Place = { controller: Controller; version: 1 | 2; directory: string };

const PREFIX = "agent-harness-";

/** Creates a group for one command; null if this user cannot create one that limits both memory and processes. */
export async function makeGroup(limits: Limits): Promise<ResourceGroup | null> {
  return await makeGroupAt(await findPlaces(), limits);
}

/** Returns which version of control groups limits commands here; null for none. */
export async function groupVersion(): Promise<1 | 2 | null> {
  await using made = await makeGroup({ memoryBytes: 2 ** 30, processes: 64, fileBytes: 0 }).then((group) => ({
    group,
    [Symbol.asyncDispose]: async () => await group?.remove(),
  }));
  return made.group && (await findPlaces())[0]!.version;
}

async function makeGroupAt(places: readonly Place[], limits: Limits): Promise<ResourceGroup | null> {
  const name = `${PREFIX}${Deno.pid}-${crypto.randomUUID()}`;
  const directories = [...new Set(places.map(({ directory }) => join(directory, name)))];
  const remove = async () => {
    for (const directory of directories) await removeEmptied(directory);
  };
  try {
    if (places.length < CONTROLLERS.length) return null;
    for (const directory of new Set(places.map((place) => place.directory))) await sweep(directory);
    for (const directory of directories) await Deno.mkdir(directory);
    for (const { controller, version, directory } of places) {
      const file = join(directory, name, controller.files[version]);
      await Deno.writeTextFile(file, String(limits[controller.limit]), { create: false });
    }
  } catch {
    await remove();
    return null; // owned by another user, or a kernel without it
  }
  return {
    joinFiles: directories.map((directory) => join(directory, "cgroup.procs")),
    reached: () =>
      places.find(({ controller, version, directory }) =>
        Number(controller.count.exec(readSync(join(directory, name, controller.counts[version])))?.[1] ?? 0) >
          0
      )?.controller.limit ?? null,
    remove,
  };
}

/** Where groups for commands can be created: below this service's own, or next to it if only its parent may have children. */
async function findPlaces(): Promise<Place[]> {
  const groups = readSync("/proc/self/cgroup").split("\n").map((line) => line.split(":"));
  const mounts = readSync("/proc/self/mounts").split("\n").map((line) => line.split(" "));
  const places: Place[] = [];
  for (const controller of CONTROLLERS) {
    const first = mounts.find(([, , type, options = ""]) =>
      type === "cgroup" && options.split(",").includes(controller.name)
    )?.[1];
    const path = groups.find(([, names = ""]) => names.split(",").includes(controller.name))?.[2];
    if (first !== undefined && path !== undefined) {
      places.push({ controller, version: 1, directory: await existing(join(first, path)) ?? first });
      continue;
    }
    const second = mounts.find(([, , type]) => type === "cgroup2")?.[1];
    const own = groups.find(([id, names]) => id === "0" && names === "")?.[2];
    if (second === undefined || own === undefined) continue;
    const directory = [join(second, own), dirname(join(second, own))].find((candidate) =>
      readSync(join(candidate, "cgroup.subtree_control")).split(/\s+/).includes(controller.name)
    );
    if (directory !== undefined) places.push({ controller, version: 2, directory });
  }
  return places;
}

/** Removes the groups of services that were killed. */
async function sweep(directory: string): Promise<void> {
  for await (const { name } of Deno.readDir(directory)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || Number(pid) === Deno.pid || await existing(`/proc/${pid}`) !== null) continue;
    await Deno.remove(join(directory, name)).catch(() => {});
  }
}

/** The kernel releases a group a moment after its last process. */
async function removeEmptied(directory: string): Promise<void> {
  for (let pause = 1; pause < 500; pause *= 2) {
    const gone = await Deno.remove(directory).then(
      () => true,
      (error) => error instanceof Deno.errors.NotFound,
    );
    if (gone) return;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

const existing = (path: string): Promise<string | null> => Deno.stat(path).then(() => path, () => null);

function readSync(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch {
    return "";
  }
}
