import type { NodeId } from "../disk/history.ts";
import type { Call } from "./calls.ts";

/** An open file description: descriptors that were made of one another share it. */
export type OpenFile = { readonly node: NodeId; readonly append: boolean; position: number };

/** What a process's calls refer to. Threads share it. */
export type Process = {
  files: Map<number, OpenFile>;
  place: { directory: string; umask: number };
};

type Creation = { parent: number; flags: string };

/** The system calls that make a process or a thread. */
export const CREATES = /^(?:clone3?|v?fork)$/;

/** The traced processes. A child runs before the call that made it ends, so `creations` has to be known in advance. */
export class Processes {
  readonly #known = new Map<number, Process>();
  readonly #ended = new Set<number>();
  readonly #creations = new Map<number, Creation[]>();

  constructor(creations: Iterable<Call>) {
    for (const { pid, name, args, result } of creations) {
      // In a PID namespace of its own the caller sees another number.
      const child = Number(/\/\* (\d+) in strace's PID NS/i.exec(result)?.[1] ?? parseInt(result));
      const flags = CREATES.test(name) ? args.join() : "";
      this.#creations.set(child, [...this.#creations.get(child) ?? [], { parent: pid, flags }]);
    }
  }

  /** Returns the process of that id, as it was left or as its parent made it. */
  get(pid: number): Process {
    const known = this.#known.get(pid);
    const creation = known && !this.#ended.has(pid) ? undefined : this.#creations.get(pid)?.shift();
    if (known && !creation) return known;
    const made = creation ? this.#inherit(creation) : EMPTY();
    this.#known.set(pid, made);
    this.#ended.delete(pid);
    return made;
  }

  /** Its id may be given to another process. What its children inherit stays known until then. */
  end(pid: number): void {
    this.#ended.add(pid);
  }

  #inherit({ parent, flags }: Creation): Process {
    const { files, place } = this.get(parent);
    return {
      files: flags.includes("CLONE_FILES") ? files : new Map(files),
      place: flags.includes("CLONE_FS") ? place : { ...place },
    };
  }
}

const EMPTY = (): Process => ({ files: new Map(), place: { directory: "/", umask: 0o022 } });
