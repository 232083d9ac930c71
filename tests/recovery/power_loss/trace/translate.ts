import { PERMISSIONS } from "../disk/snapshot.ts";
import { descriptorOf, numberOf, vectorOf } from "./arguments.ts";
import type { Call } from "./calls.ts";
import type { OpenFile, Processes } from "./processes.ts";
import type { Recorder } from "./recorder.ts";
import { bytesOf, textOf } from "./text.ts";
import { Translation } from "./translation.ts";

/** Records what a call did to the disk. */
export function translate(call: Call, disk: Recorder, processes: Processes): void {
  disk.reach(call.at);
  ACTIONS[call.name]?.(new Translation(call, disk, processes));
}

type Action = (call: Translation) => void;

const write = (bytes: (call: Translation) => Uint8Array, offset?: number): Action => (call) => {
  const file = call.file(0);
  if (!file) return;
  const at = offset === undefined
    ? file.append ? call.disk.size(file.node) : file.position
    : numberOf(call.argument(offset))!;
  const data = bytes(call);
  call.disk.write(file.node, at, data);
  if (offset === undefined) file.position = at + data.length;
};
const string = (call: Translation) => bytesOf(call.argument(1)).subarray(0, call.result);
const vector = (call: Translation) => vectorOf(call.argument(1), call.result);

const copy = (from: number, to: number, fromOffset: number, toOffset: number | null): Action => (call) => {
  const target = call.file(to);
  if (!target) return;
  const source = call.file(from);
  const path = descriptorOf(call.argument(from))?.path;
  const content = source ? call.disk.content(source.node) : Deno.readFileSync(path!);
  const at = numberOf(call.argument(fromOffset)) ?? source?.position ?? 0;
  const into = (toOffset === null ? null : numberOf(call.argument(toOffset))) ?? target.position;
  call.disk.write(target.node, into, content.slice(at, at + call.result));
  if (source && numberOf(call.argument(fromOffset)) === null) source.position = at + call.result;
  if (toOffset === null || numberOf(call.argument(toOffset)) === null) target.position = into + call.result;
};

const make = (type: "directory" | "link", path: number, directory?: number): Action => (call) => {
  const place = call.place(path, directory);
  if (!place) return;
  if (type === "link") call.disk.make(type, PERMISSIONS & 0o777, place, textOf(call.argument(0)));
  else call.disk.make(type, call.created(call.argument(path + 1)), place);
};
const remove = (path: number, directory?: number): Action => (call) => {
  const place = call.place(path, directory);
  if (place) call.disk.rename([{ ...place, node: null }]);
};
const rename = (path: number, to: number, at: boolean): Action => (call) => {
  const [from, into] = [call.place(path, at ? path - 1 : undefined), call.place(to, at ? to - 1 : undefined)];
  const node = from && call.disk.names.at(from, false);
  if (!from && !into) return;
  if (!from || !into || node === null) throw new Error(`A rename crosses the disk's edge: ${call.call.args}`);
  // Two names of one file: the kernel leaves both.
  if (call.disk.names.at(into, false) === node) return;
  const other = call.argument(4).includes("RENAME_EXCHANGE") ? call.disk.names.at(into, false) : null;
  call.disk.rename([{ ...into, node }, { ...from, node: other }]);
};
const link = (path: number, to: number, at: boolean): Action => (call) => {
  const node = call.node(path, at ? path - 1 : undefined);
  const into = call.place(to, at ? to - 1 : undefined);
  if (node !== null && into) call.disk.rename([{ ...into, node }]);
};
const chmod = (path: number, directory?: number): Action => (call) => {
  const node = call.node(path, directory, true);
  if (node !== null) call.disk.chmod(node, numberOf(call.argument(path + 1))! & PERMISSIONS);
};
const onFile = (action: (call: Translation, file: OpenFile) => void): Action => (call) => {
  const file = call.file(0);
  if (file) action(call, file);
};
const open: Action = (call) => call.opened();
const duplicate: Action = (call) => call.duplicated();
const move: Action = (call) => call.moved();
const sync = onFile(({ disk }, { node }) => disk.sync(node));

const ACTIONS: Readonly<Record<string, Action>> = {
  open,
  openat: open,
  openat2: open,
  creat: open,
  dup: duplicate,
  dup2: duplicate,
  dup3: duplicate,
  fcntl: (call) => /^F_DUPFD/.test(call.argument(1)) && call.duplicated(),
  chdir: move,
  fchdir: move,
  umask: (call) => call.masked(),
  lseek: onFile((call, file) => {
    file.position = call.result;
  }),
  write: write(string),
  pwrite64: write(string, 3),
  writev: write(vector),
  pwritev: write(vector, 3),
  pwritev2: write(vector, 3),
  copy_file_range: copy(0, 2, 1, 3),
  sendfile: copy(1, 0, 2, null),
  ioctl: (call) => {
    if (/CLONE/.test(call.argument(1)) && call.file(0)) {
      throw new Error("A file system that shares blocks is none to record on.");
    }
  },
  ftruncate: onFile(({ disk, call }, { node }) => disk.resize(node, numberOf(call.args[1])!)),
  truncate: (call) => {
    const node = call.node(0, undefined, true);
    if (node !== null) call.disk.resize(node, numberOf(call.argument(1))!);
  },
  fallocate: onFile((call, { node }) => {
    if (call.argument(1) !== "0") {
      throw new Error(`An fallocate of this kind is not recorded: ${call.argument(1)}`);
    }
    const end = numberOf(call.argument(2))! + numberOf(call.argument(3))!;
    if (end > call.disk.size(node)) call.disk.resize(node, end);
  }),
  mkdir: make("directory", 0),
  mkdirat: make("directory", 1, 0),
  symlink: make("link", 1),
  symlinkat: make("link", 2, 1),
  rmdir: remove(0),
  unlink: remove(0),
  unlinkat: remove(1, 0),
  rename: rename(0, 1, false),
  renameat: rename(1, 3, true),
  renameat2: rename(1, 3, true),
  link: link(0, 1, false),
  linkat: link(1, 3, true),
  chmod: chmod(0),
  fchmodat: chmod(1, 0),
  fchmod: onFile((call, { node }) => call.disk.chmod(node, numberOf(call.argument(1))! & PERMISSIONS)),
  fsync: sync,
  fdatasync: sync,
  syncfs: onFile(({ disk }) => disk.sync(null)),
  sync: ({ disk }) => disk.sync(null),
};
