import { join } from "node:path";

/**
 * The living processes that belong to a storage directory, as `<pid> <command line>`: services, the commands of their runs
 * and git all have its path in their environment.
 */
export function processesOf(storage: string): string[] {
  return [...Deno.readDirSync("/proc")].filter(({ name }) => /^\d+$/.test(name)).flatMap(({ name }) => {
    try {
      if (!Deno.readTextFileSync(`/proc/${name}/environ`).includes(storage)) return [];
      return [
        `${name} ${Deno.readTextFileSync(`/proc/${name}/cmdline`).replaceAll("\0", " ").slice(0, 300)}`,
      ];
    } catch {
      // It ended meanwhile, or belongs to another user.
      return [];
    }
  });
}

/** Every path below a directory that is not a directory itself, relative to it. `.git` is left out. */
export function filesBelow(directory: string, prefix = ""): string[] {
  return [...Deno.readDirSync(join(directory, prefix))].flatMap((entry) => {
    const path = prefix === "" ? entry.name : `${prefix}/${entry.name}`;
    if (path === ".git") return [];
    return entry.isDirectory ? filesBelow(directory, path) : [path];
  });
}

/** Names of what lies in a directory; none where there is no directory. */
export function namesIn(directory: string): string[] {
  try {
    return [...Deno.readDirSync(directory)].map(({ name }) => name).sort();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}
