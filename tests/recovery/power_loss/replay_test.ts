import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freshSeed } from "../seed.ts";
import { temporaryDirectory } from "../../temporary.ts";
import { compareImage } from "./disk/compare.ts";
import { endOf } from "./disk/cut.ts";
import { readDisk } from "./disk/snapshot.ts";
import { readHistory } from "./trace/read.ts";
import { canTrace, strace } from "./trace/strace.ts";

const PROGRAM = fileURLToPath(new URL("trace/random_program.ts", import.meta.url));
const traceable = await canTrace();

Deno.test({
  name: `a recorded program's changes, replayed, give its directory byte for byte${
    traceable ? "" : " (needs strace)"
  }`,
  ignore: !traceable,
  fn: () => {
    const directory = temporaryDirectory();
    const disk = join(directory, "disk");
    Deno.mkdirSync(disk);
    Deno.writeTextFileSync(join(disk, "a"), "from before\n");
    const before = readDisk(disk);
    const trace = join(directory, "trace");
    const seed = freshSeed();
    const [program = "", ...args] = [...strace(trace), Deno.execPath(), "run", "-A", "--no-check", PROGRAM];
    const { success, stderr } = new Deno.Command(program, { args: [...args, disk, String(seed)] })
      .outputSync();
    assert.ok(success, new TextDecoder().decode(stderr));
    const history = readHistory(trace, before, disk);
    assert.ok(history.operations.length > 100, "the program changed next to nothing");
    const { differences } = compareImage(endOf(history, disk), disk, () => false);
    assert.deepEqual(differences, [], `RECOVERY_SEED=${seed}, recorded in ${directory}`);
    // The control: without what it wrote the disk is another one.
    const operations = history.operations.filter(({ kind }) => kind !== "write");
    assert.notDeepEqual(
      compareImage(endOf({ ...history, operations }, disk), disk, () => false).differences,
      [],
    );
    Deno.removeSync(directory, { recursive: true });
  },
});
