import { dirname } from "node:path";
import { succeeds } from "./surroundings.ts";

const CALLS =
  "fsync,fdatasync,pwrite64,openat,mkdir,mkdirat,rename,renameat,renameat2,link,linkat,write,copy_file_range";

/** A `wrap` that records what a service and its children ask of the kernel; null where there is no strace that works. */
export async function recorded(file: string): Promise<string[] | null> {
  const options = ["-f", "-y", "-s", "5000", "-e", `trace=${CALLS}`, "-o", file];
  return await succeeds("strace", "-o", "/dev/null", "true") ? ["strace", ...options] : null;
}

/** One finished system call; `begun` and `ended` are its places in the record. */
export type Call = { name: string; args: string; begun: number; ended: number };

/** The calls of a record that did not fail, in the order in which they ended. */
export function callsOf(record: string): Call[] {
  const unfinished = new Map<string, { text: string; begun: number }>();
  return record.split("\n").flatMap((line, at) => {
    const [, pid = "", said = ""] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const cut = said.indexOf(" <unfinished ...>");
    if (cut !== -1) {
      unfinished.set(pid, { text: said.slice(0, cut), begun: at });
      return [];
    }
    const [, rest] = /^<\.\.\. \w+ resumed>(.*)$/.exec(said) ?? [];
    const first = rest === undefined ? undefined : unfinished.get(pid);
    const text = rest === undefined ? said : `${first?.text ?? ""}${rest}`;
    const [, name, args] = /^(\w+)\((.*)\)\s+= \d+/.exec(text) ?? [];
    return name === undefined || args === undefined
      ? []
      : [{ name, args, begun: first?.begun ?? at, ended: at }];
  });
}

/** What the disk is sure to have at a place of the record, by POSIX: content after its sync, names after their directory's. */
export class Disk {
  readonly #content = new Map<string, number>();
  readonly #names = new Map<string, number>();

  /** Takes note of a call. */
  note({ name, args, ended }: Call): void {
    const [from = "", to = ""] = [...args.matchAll(/"([^"]*)"/g)].map(([, path]) => path!);
    if (/sync$/.test(name)) this.#content.set(pathOf(args), ended);
    else if (/write|copy_file_range/.test(name)) this.#content.delete(pathOf(args));
    else if (/^mkdir/.test(name) || (name === "openat" && args.includes("O_CREAT"))) {
      this.#names.set(from, ended);
    } else if (/^(rename|link)/.test(name)) {
      this.#names.set(to, ended);
      const synced = this.#content.get(from);
      if (synced === undefined) this.#content.delete(to);
      else this.#content.set(to, synced);
    }
  }

  /** What of a file, and of its directories up to `root`, a power cut could take; null when nothing. */
  lacks(file: string, root: string): string | null {
    if (!this.#content.has(file)) return `the content of ${file}`;
    for (let path = file; path !== root; path = dirname(path)) {
      const named = this.#names.get(path);
      if (named !== undefined && (this.#content.get(dirname(path)) ?? -1) < named) return `the name ${path}`;
    }
    return null;
  }
}

/** The path that strace writes behind the first descriptor. */
export const pathOf = (args: string): string => /^\d+<([^>]*)>/.exec(args)?.[1] ?? "";
