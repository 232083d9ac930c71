import { join } from "node:path";

/** Copies files and directories, with their modes, into an existing directory, without a process. Returns the path of the copy. */
export function copyTree(from: string, to: string): string {
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)];
    if (isDirectory) {
      Deno.mkdirSync(target);
      copyTree(source, target);
    } else Deno.copyFileSync(source, target);
  }
  return to;
}
