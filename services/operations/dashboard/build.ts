import { dirname, join } from "node:path";
import { UnavailableError } from "../../ground/kernel/errors.ts";

/** The dashboard as files: `app.js`, `styles.css`, `worker.js`, and what these load, by name. */
export type DashboardBundle = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** The script of the page. */
export const ENTRY = "ui/main.tsx";

/** The service worker is a separate script. */
export const WORKER = "ui/shell/worker.ts";

/** Files of these types are copied into the bundle unchanged. */
const STATIC = /\.(?:svg|png|webmanifest)$/;

/**
 * Bundles the dashboard from the sources in `root`, writing nothing there. Throws `UnavailableError` with the bundler's
 * message.
 */
export async function buildDashboard(root: string): Promise<DashboardBundle> {
  const directory = await Deno.makeTempDir({ prefix: "agent-harness-build-" });
  try {
    const styles = join(directory, "source", "styles.css");
    await Deno.mkdir(dirname(styles));
    await Deno.writeTextFile(styles, await stylesOf(root));
    const built = join(directory, "built");
    for (const entry of [ENTRY, WORKER, styles]) await bundle(root, entry, built);
    const files = new Map<string, Uint8Array<ArrayBuffer>>();
    for await (const { name } of Deno.readDir(built)) {
      files.set(name === "main.js" ? "app.js" : name, await Deno.readFile(join(built, name)));
    }
    files.set("app.js", pointedAtAssets(files));
    for (const path of dashboardSources(root).filter((path) => STATIC.test(path))) {
      files.set(path.split("/").at(-1)!, await Deno.readFile(join(root, path)));
    }
    return files;
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}

/** Returns every source file of the dashboard, by its path from `root`, sorted. */
export const dashboardSources = (root: string): string[] =>
  ["client", "store/shared", "ui"].flatMap((directory) => filesOf(root, directory)).sort();

const filesOf = (root: string, directory: string): string[] =>
  [...Deno.readDirSync(join(root, directory))].flatMap(({ name, isDirectory }) => {
    const path = `${directory}/${name}`;
    return isDirectory ? filesOf(root, path) : [path];
  });

async function bundle(root: string, entry: string, directory: string): Promise<void> {
  const environment = Object.entries(Deno.env.toObject()).filter(([name]) =>
    !name.startsWith("AGENT_HARNESS_")
  );
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["bundle", "--quiet", "--frozen", "--platform", "browser", "--minify", "--code-splitting"],
      ...["--outdir", directory, entry],
    ],
    cwd: root,
    clearEnv: true,
    env: Object.fromEntries(environment),
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  if (success) return;
  const said = new TextDecoder().decode(stderr).trim();
  throw new UnavailableError(
    "The dashboard could not be built from its sources. Run `deno task build` to see why. The first build downloads the bundler.",
    { cause: new Error(said) },
  );
}

/** The entry is under `/dashboard/`, what it loads under `/assets/`, where it can be cached forever. */
function pointedAtAssets(files: DashboardBundle): Uint8Array<ArrayBuffer> {
  let text = new TextDecoder().decode(files.get("app.js"));
  for (const name of files.keys()) text = text.replaceAll(`"./${name}"`, `"/assets/${name}"`);
  return new TextEncoder().encode(text);
}

/** All style sheets as one: the kit's tokens first, then the kit, the shell, and the domains. */
async function stylesOf(root: string): Promise<string> {
  const rank = (path: string) =>
    ["ui/kit/tokens.css", "ui/kit/", "ui/shell/", "ui/"].findIndex((start) => path.startsWith(start));
  const paths = dashboardSources(root).filter((path) => path.endsWith(".css")).toSorted((a, b) =>
    rank(a) - rank(b)
  );
  const texts = await Promise.all(paths.map((path) => Deno.readTextFile(join(root, path))));
  return texts.join("\n");
}
