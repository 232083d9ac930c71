/** Changes files below a directory in every way that a recording knows, as a seed has it: `<directory> <seed>`. */
import * as fs from "node:fs";
import { join } from "node:path";
import { Random } from "../../load/random.ts";

const [directory = "", seed = "0"] = Deno.args;
const random = new Random(Number(seed));
const NAMES = ["a", "b", "c d", "é", "d/e", "d/f", "d/g/h"] as const;
const path = () => join(directory, random.pick(NAMES));
const bytes = () => Uint8Array.from({ length: random.between(0, 9000) }, () => random.between(0, 255));

const ACTIONS: readonly [() => unknown, ...(() => unknown)[]] = [
  () => Deno.mkdirSync(join(directory, "d/g"), { recursive: true }),
  () => Deno.writeFileSync(path(), bytes()),
  () => Deno.writeFileSync(path(), bytes(), { append: true }),
  () => Deno.writeTextFile(path(), `text "with" \\ and 0\x001\n`),
  () => Deno.copyFileSync(path(), path()),
  () => Deno.renameSync(path(), path()),
  () => Deno.linkSync(path(), path()),
  () => Deno.symlinkSync(random.pick(["a", "not/there", "d"]), path()),
  () => Deno.removeSync(path()),
  () => Deno.truncateSync(path(), random.between(0, 12_000)),
  () => Deno.chmodSync(path(), random.pick([0o600, 0o644, 0o755])),
  () => Deno.makeTempFileSync({ dir: directory }),
  overwrite,
  throughDescriptor,
  shell,
];

for (let step = 0; step < 200; step++) {
  try {
    await random.pick(ACTIONS)();
  } catch (error) {
    // Half of the names are not there, or are of another kind.
    if (!(error instanceof Error) || !("code" in error)) throw error;
  }
}

function overwrite(): void {
  const file = fs.openSync(path(), "r+");
  fs.writeSync(file, bytes(), 0, null, random.between(0, 5000));
  fs.writevSync(file, [bytes(), bytes()]);
  fs.fsyncSync(file);
  fs.closeSync(file);
}

function throughDescriptor(): void {
  const parent = fs.openSync(directory, "r");
  fs.writeFileSync(`/proc/self/fd/${parent}/through`, bytes());
  fs.renameSync(`/proc/self/fd/${parent}/through`, `/proc/self/fd/${parent}/a`);
  fs.closeSync(parent);
}

function shell(): void {
  const script =
    "echo one > s && (umask 077; echo two >> s; echo new > t) && mkdir -p k && cd k && cat ../s > u && " +
    "exec 3>>u && echo three >&3 && mv u v && rm ../t && cp v w && dd if=w of=v bs=1 seek=2 conv=notrunc 2>/dev/null";
  new Deno.Command("sh", { args: ["-c", script], cwd: directory }).outputSync();
}
