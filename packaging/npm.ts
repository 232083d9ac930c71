import { dirname, join, relative, resolve } from "node:path";
import { VERSION } from "../services/ground/kernel/version.ts";
import launcher from "./npm_launcher.cjs" with { type: "text" };
import { bundle } from "./bundle.ts";
import { BILL_FILE, billOfMaterials } from "./packages/bill.ts";
import { permissionsOn, RUN_FLAGS } from "./program.ts";
import { building, type BuildStep, optionsOf, quietly, ROOT, run } from "./run.ts";

const OPTIONS = ["output"];

/** Where Deno 2 runs; npm says so before it installs anything. */
const SYSTEMS = ["linux", "darwin", "win32"];

/**
 * Makes the package that `npm install --global` takes: the bundled program, and a launcher that starts it with the Deno of npm's
 * own `deno` package.
 */
async function packForNpm(args: readonly string[], step: BuildStep = quietly): Promise<string[]> {
  const options = optionsOf(args, OPTIONS);
  const target = resolve(options.output ?? join(ROOT, "dist", `agent-harness-${VERSION}.tgz`));
  await Deno.mkdir(dirname(target), { recursive: true });
  const work = await Deno.makeTempDir({ prefix: "agent-harness-npm-" });
  try {
    const { entry, packages } = await bundle(join(work, "app"), step);
    await Deno.writeTextFile(join(work, BILL_FILE), await billOfMaterials(packages));
    await Deno.writeTextFile(join(work, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
    await Deno.writeTextFile(join(work, "agent-harness.cjs"), launch(entry), { mode: 0o755 });
    await Deno.copyFile(join(ROOT, "README.md"), join(work, "README.md"));
    const packing = ["pack", "--silent", "--pack-destination", work, work];
    const packed = await step("Packing it with npm", () => run("npm", packing));
    await Deno.copyFile(join(work, packed.trim().split("\n").at(-1)!), target);
    const { size } = await Deno.stat(target);
    const shown = relative(Deno.cwd(), target);
    // Without the ./ npm takes a path such as dist/x.tgz for a repository on GitHub.
    const named = shown.startsWith("..") ? target : `./${shown}`;
    return [
      `${shown}  ${(size / 1e6).toFixed(1)} MB`,
      `Install it with: npm install --global --ignore-scripts ${named}`,
    ];
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

const manifest = () => ({
  name: "agent-harness",
  version: VERSION,
  description: "A local control plane for automation runs: agents work, you decide, everything is on record.",
  bin: { "agent-harness": "agent-harness.cjs" },
  files: ["app", "agent-harness.cjs", BILL_FILE],
  dependencies: { deno: Deno.version.deno },
  engines: { node: ">=18" },
  os: SYSTEMS,
});

/** The launcher for a bundle whose entry is at this path. */
function launch(entry: string): string {
  const flags = SYSTEMS.map((system) => [system, [...RUN_FLAGS, ...permissionsOn(system)]]);
  return launcher.replace("@ENTRY@", `app/${entry}`)
    .replace('"@FLAGS@"', JSON.stringify(Object.fromEntries(flags)));
}

if (import.meta.main) Deno.exit(await building(packForNpm));
