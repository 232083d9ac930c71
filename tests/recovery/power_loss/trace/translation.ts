import type { NodeId } from "../disk/history.ts";
import type { Place } from "../disk/names.ts";
import { PERMISSIONS } from "../disk/snapshot.ts";
import { type Descriptor, descriptorOf, numberOf } from "./arguments.ts";
import type { Call } from "./calls.ts";
import type { OpenFile, Process, Processes } from "./processes.ts";
import type { Recorder } from "./recorder.ts";
import { textOf } from "./text.ts";

/** One system call, with what its arguments refer to. */
export class Translation {
  readonly #process: Process;

  constructor(readonly call: Call, readonly disk: Recorder, processes: Processes) {
    this.#process = processes.get(call.pid);
  }

  argument(index: number): string {
    return this.call.args[index] ?? "";
  }

  get result(): number {
    return parseInt(this.call.result);
  }

  /** A place that a directory and a path name; a path alone is relative to the working directory. */
  place(path: number, directory?: number): Place | null {
    const name = textOf(this.argument(path));
    const [, number, rest] = /^\/proc\/(?:self|thread-self)\/fd\/(\d+)\/(.+)$/s.exec(name) ?? [];
    if (rest !== undefined) {
      const file = this.#process.files.get(Number(number));
      return file ? this.disk.names.placeFrom(file.node, rest) : null;
    }
    return this.disk.names.place(this.#absolute(name, directory));
  }

  node(path: number, directory?: number, follow = false): NodeId | null {
    const place = this.place(path, directory);
    return place && this.disk.names.at(place, follow);
  }

  /** The open file of a descriptor that lies on the disk. */
  file(index: number): OpenFile | null {
    const descriptor = descriptorOf(this.argument(index));
    if (descriptor === null || descriptor.number === null || !this.#isOnDisk(descriptor)) return null;
    const known = this.#process.files.get(descriptor.number);
    if (known) return known;
    const node = this.disk.names.find(descriptor.path, false);
    if (node === null) return null;
    throw new Error(
      `A descriptor of ${descriptor.path} came from nowhere: ${this.call.name} of ${this.call.pid}`,
    );
  }

  /** Notes what the resulting descriptor refers to. */
  opened(): void {
    const descriptor = descriptorOf(this.call.result);
    if (descriptor === null || descriptor.number === null) return;
    const flags = this.call.name === "creat"
      ? "O_CREAT|O_TRUNC"
      : this.call.args.find((text) => /^(?:\{flags=)?O_/.test(text)) ?? "";
    const node = this.#isOnDisk(descriptor) ? this.#openedNode(descriptor.path, flags) : null;
    if (node === null) this.#process.files.delete(descriptor.number);
    else {this.#process.files.set(descriptor.number, {
        node,
        append: flags.includes("O_APPEND"),
        position: 0,
      });}
  }

  duplicated(): void {
    const from = descriptorOf(this.argument(0))?.number;
    const to = descriptorOf(this.call.result)?.number;
    if (to === undefined || to === null || from === undefined || from === null) return;
    const file = this.file(0);
    if (file) this.#process.files.set(to, file);
    else this.#process.files.delete(to);
  }

  moved(): void {
    this.#process.place.directory = this.call.name === "fchdir"
      ? descriptorOf(this.argument(0))?.path ?? "/"
      : this.#absolute(textOf(this.argument(0)));
  }

  masked(): void {
    this.#process.place.umask = numberOf(this.argument(0)) ?? 0;
  }

  /** The mode that a new file or directory gets. */
  created(mode: string | undefined): number {
    return (numberOf(mode) ?? 0) & ~this.#process.place.umask & PERMISSIONS;
  }

  #absolute(path: string, directory?: number): string {
    const base = directory === undefined ? undefined : descriptorOf(this.argument(directory))?.path;
    return normalise(path.startsWith("/") ? path : `${base ?? this.#process.place.directory}/${path}`);
  }

  #isOnDisk({ path }: Descriptor): boolean {
    const { root } = this.disk.names;
    return path === root || path.startsWith(`${root}/`);
  }

  #openedNode(path: string, flags: string): NodeId | null {
    const known = this.disk.names.find(path, true);
    if (known !== null) {
      if (flags.includes("O_TRUNC") && this.disk.size(known) > 0) this.disk.resize(known, 0);
      return known;
    }
    const place = this.disk.names.place(path);
    if (place === null || !flags.includes("O_CREAT")) return null;
    const mode = this.call.args.at(-1);
    return this.disk.make("file", this.created(mode), place);
  }
}

/** Removes `.`, `..` and double slashes, as a path of the kernel has none. */
function normalise(path: string): string {
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return `/${names.join("/")}`;
}
