import { basename, dirname, join, resolve } from "node:path";
import { HEAP_FLAGS } from "../services/ground/kernel/heap_flags.ts";
import { bundle, type ProgramBundle } from "./bundle.ts";
import { billOfMaterials } from "./packages/bill.ts";
import { permissionsOn } from "./program.ts";
import { BuildError, building, type BuildStep, optionsOf, quietly, ROOT, run } from "./run.ts";

/** The systems that there is a base for. */
const TARGETS: Readonly<Record<string, string>> = {
  "linux-x64": "x86_64-unknown-linux-gnu",
  "linux-arm64": "aarch64-unknown-linux-gnu",
  "macos-x64": "x86_64-apple-darwin",
  "macos-arm64": "aarch64-apple-darwin",
  "windows-x64": "x86_64-pc-windows-msvc",
};

const OPTIONS = ["output", "target"];

/**
 * Compiles the program for this system, for one target or for `all`. Deno fetches the base of each once; `DENORT_BIN` names
 * a base that is here already.
 */
export async function compile(args: readonly string[], step: BuildStep = quietly): Promise<string[]> {
  const options = optionsOf(args, OPTIONS);
  const { target } = options;
  if (target === "all" && options.output) throw new BuildError("--output is for one target, not for all.");
  if (target !== undefined && target !== "all" && !(target in TARGETS)) {
    throw new BuildError(`"${target}" is not a target. There are: ${Object.keys(TARGETS).join(", ")}, all.`);
  }
  const names = target === "all" ? Object.keys(TARGETS) : [target];
  const work = await Deno.makeTempDir({ prefix: "agent-harness-compile-" });
  try {
    const bundled = await bundle(work, step);
    const made: string[] = [];
    for (const name of names) {
      const compiling = `Compiling it for ${name ?? "this system"}`;
      made.push(await step(compiling, () => compileOne(bundled, name, options.output)));
    }
    return made;
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

async function compileOne(
  { directory, entry, loaded, files, packages }: ProgramBundle,
  name: string | undefined,
  given: string | undefined,
): Promise<string> {
  const named = `agent-harness${name ? `-${name}` : ""}${systemOf(name) === "windows" ? ".exe" : ""}`;
  const output = resolve(given ?? join(ROOT, "dist", named));
  await Deno.mkdir(dirname(output), { recursive: true });
  const work = await Deno.makeTempDir({ dir: dirname(output), prefix: ".compiling-" });
  try {
    const made = join(work, basename(output)); // Deno replaces no file that it did not make
    await run(Deno.execPath(), [
      "compile",
      "--quiet",
      "--no-check",
      "--no-config",
      HEAP_FLAGS,
      ...permissionsOn(systemOf(name)),
      ...[...loaded, ...files].flatMap((file) => ["--include", join(directory, file)]),
      ...(name ? ["--target", TARGETS[name]!] : []),
      "--output",
      made,
      join(directory, entry),
    ]);
    await Deno.rename(made, output);
    const bill = await billOfMaterials(packages, { version: Deno.version.deno });
    await Deno.writeTextFile(`${output}.cdx.json`, bill);
    return output;
  } catch (cause) {
    throw cause instanceof BuildError && isUnreachable(cause.message) ? noBase(name, cause) : cause;
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

/** The system of a target, as Deno calls it. */
const systemOf = (name: string | undefined): string =>
  name === undefined ? Deno.build.os : name.replace(/-.*/, "").replace("macos", "darwin");

const isUnreachable = (text: string): boolean =>
  /dl\.deno\.land|denort|error sending request|client error/i.test(text);

const noBase = (name: string | undefined, cause: Error): BuildError =>
  new BuildError(
    `The base for ${
      name ?? "this system"
    }, denort ${Deno.version.deno}, could not be fetched. Try again with a network that reaches dl.deno.land, name one that you have with DENORT_BIN=<path>, or make the portable executable: deno task compile:portable.`,
    { cause },
  );

if (import.meta.main) Deno.exit(await building(compile));
