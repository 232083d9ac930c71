import { createHash } from "node:crypto";
import { dirname, join, relative, resolve } from "node:path";
import { createTarPacker } from "modern-tar";
import stub from "./stub.sh" with { type: "text" };
import { VERSION } from "../services/ground/kernel/version.ts";
import { bundle } from "./bundle.ts";
import { BILL_FILE, billOfMaterials } from "./packages/bill.ts";
import { permissionsOn, RUN_FLAGS } from "./program.ts";
import { BuildError, building, type BuildStep, optionsOf, quietly, ROOT } from "./run.ts";

const OPTIONS = ["output"];

/**
 * Makes one self-extracting executable for this machine's system: Deno and the bundled program. Its bill of materials is in it and
 * beside it.
 */
export async function buildPortable(args: readonly string[], step: BuildStep = quietly): Promise<string[]> {
  const options = optionsOf(args, OPTIONS);
  const target = resolve(options.output ?? join(ROOT, "dist", "agent-harness-portable"));
  if (Deno.build.os === "windows") {
    throw new BuildError("The portable executable needs a POSIX shell. For Windows: deno task compile.");
  }
  await Deno.mkdir(dirname(target), { recursive: true });
  const work = await Deno.makeTempDir({ prefix: "agent-harness-portable-" });
  const deno = await Deno.realPath(Deno.execPath());
  try {
    const { entry, packages } = await bundle(join(work, "app"), step);
    const bill = await billOfMaterials(packages, { version: Deno.version.deno, sha256: await hashOf(deno) });
    await Deno.writeTextFile(join(work, "app", BILL_FILE), bill);
    await Deno.writeTextFile(join(work, "complete"), "");
    const payload = join(work, "payload");
    const hash = await step("Packing it with Deno", () => pack(work, payload, deno));
    await assemble({ payload, target, hash, entry });
    await Deno.writeTextFile(`${target}.cdx.json`, bill);
    const { size } = await Deno.stat(target);
    return [`${relative(Deno.cwd(), target) || target}  ${(size / 1e6).toFixed(1)} MB, ${platform()}`];
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

/** The SHA-256 of a file. */
async function hashOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of (await Deno.open(file)).readable) hash.update(chunk);
  return hash.digest("hex");
}

/** The system as `uname` calls it: the stub compares them. */
function platform(): string {
  const systems: Record<string, string> = { linux: "Linux", darwin: "Darwin", freebsd: "FreeBSD" };
  const arm = Deno.build.os === "darwin" ? "arm64" : "aarch64";
  return `${systems[Deno.build.os] ?? Deno.build.os}-${Deno.build.arch === "aarch64" ? arm : "x86_64"}`;
}

/** Packs Deno and the app; what says that it is whole comes last. Gives the hash of the content. */
async function pack(work: string, payload: string, deno: string): Promise<string> {
  const { readable, controller } = createTarPacker();
  const hash = createHash("sha256").update(permissionsOn(Deno.build.os).join(" "));
  using output = await Deno.open(payload, { createNew: true, write: true });
  const written = append(output, readable.pipeThrough(new CompressionStream("gzip")));
  const add = async (name: string, file: string, mode: number) => {
    const { size } = await Deno.stat(file);
    hash.update(`${name}\0${size}\0`);
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, stream) => {
        hash.update(chunk);
        stream.enqueue(chunk);
      },
    });
    const source = await Deno.open(file, { read: true });
    await source.readable.pipeThrough(counted).pipeTo(
      controller.add({ name, size, mode, mtime: new Date(0) }),
    );
  };
  await add("deno", deno, 0o755);
  for (const path of await filesBelow(join(work, "app"))) {
    await add(`app/${path}`, join(work, "app", path), 0o644);
  }
  await add("complete", join(work, "complete"), 0o644);
  controller.finalize();
  await written;
  return hash.digest("hex");
}

/** Writes a stream to a file; `pipeTo` with `preventClose` resolves before the last of it is written (tried: Deno 2.9). */
async function append(file: Deno.FsFile, stream: ReadableStream<Uint8Array>): Promise<void> {
  for await (const chunk of stream) {
    for (let at = 0; at < chunk.length;) at += await file.write(chunk.subarray(at));
  }
}

async function filesBelow(root: string, directory = ""): Promise<string[]> {
  const found: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(join(root, directory))) {
    const path = join(directory, name);
    if (isDirectory) found.push(...await filesBelow(root, path));
    else found.push(path);
  }
  return found.sort();
}

/** Puts the stub before the payload, and gives the whole its name at once. */
async function assemble(
  { payload, target, hash, entry }: { payload: string; target: string; hash: string; entry: string },
): Promise<void> {
  const values: Record<string, string> = {
    VERSION,
    PLATFORM: platform(),
    HASH: hash,
    FLAGS: RUN_FLAGS.join(" "),
    PERMISSIONS: permissionsOn(Deno.build.os).join(" "),
    ENTRY: entry,
  };
  const text = stub.replaceAll(/@([A-Z]+)@/g, (whole, name: string) => values[name] ?? whole);
  const width = 8;
  const offset = new TextEncoder().encode(text).length - "@OFFSET@".length + width + 1;
  const script = text.replace("@OFFSET@", String(offset).padStart(width, "0"));
  const temporary = `${target}.${crypto.randomUUID()}.tmp`;
  {
    using output = await Deno.open(temporary, { createNew: true, write: true, mode: 0o755 });
    await output.write(new TextEncoder().encode(script));
    using source = await Deno.open(payload, { read: true });
    await append(output, source.readable);
    await output.sync();
  }
  await Deno.rename(temporary, target);
}

if (import.meta.main) Deno.exit(await building(buildPortable));
