import { runGit } from "../../../services/machine/repositories/git/git.ts";
import { performRecipe } from "../../../services/workforce/recipes/perform.ts";
import type { RunCommand, WorkerOutcome, WorkerReport } from "../../../services/workforce/workers/worker.ts";

/** A task's directory with a repository in it, and what the worker told. */
export type Workbench = {
  directory: string;
  reports: WorkerReport[];
  perform(
    instructions: string,
    options?: { runCommand?: RunCommand; signal?: AbortSignal },
  ): Promise<WorkerOutcome>;
  read(path: string): string;
  write(path: string, content: string | Uint8Array): void;
};

/** Returns a test a fresh repository whose `files` are tracked; it is removed afterwards. */
export async function withWorkbench(
  files: Record<string, string>,
  test: (bench: Workbench) => Promise<void>,
) {
  const root = await Deno.makeTempDir();
  const directory = `${root}/work`;
  Deno.mkdirSync(directory);
  const reports: WorkerReport[] = [];
  const write = (path: string, content: string | Uint8Array) => {
    Deno.mkdirSync(`${directory}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    Deno.writeFileSync(
      `${directory}/${path}`,
      typeof content === "string" ? new TextEncoder().encode(content) : content,
    );
  };
  try {
    const location = { gitDir: `${directory}/.git`, workTree: directory };
    await runGit(["init", "--quiet"], location);
    for (const [path, content] of Object.entries(files)) write(path, content);
    if (Object.keys(files).length > 0) await runGit(["add", "--", ...Object.keys(files)], location);
    await test({
      directory,
      reports,
      write,
      read: (path) =>
        new TextDecoder("utf-8", { ignoreBOM: true }).decode(Deno.readFileSync(`${directory}/${path}`)),
      perform: (instructions, options = {}) =>
        performRecipe({
          directory,
          host: {
            control: { gitDir: location.gitDir },
            workspace: { directory, indexFile: `${location.gitDir}/index` },
          },
          mayRun: () => Promise.resolve(true),
          instructions,
          profile: null,
          runCommand: options.runCommand ?? (() => Promise.reject(new Error("No command was expected."))),
          ask: () => Promise.reject(new Error("No question was expected.")),
          useConnector: () => Promise.reject(new Error("No connector was expected.")),
          report: (report) => reports.push(report),
          signal: options.signal ?? new AbortController().signal,
        }),
    });
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}
