import { join } from "node:path";
import type { Harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";

/**
 * A home of this test alone in the place of the real one, for as long as the scope lasts. The variable itself would be changed
 * for all test files: they share a process.
 */
export function ownHome(): { home: string } & Disposable {
  const [{ get }, home] = [Deno.env, temporaryDirectory()];
  const own: Record<string, string | undefined> = { HOME: home, XDG_CONFIG_HOME: undefined };
  Deno.env.get = (name) => name in own ? own[name] : get.call(Deno.env, name);
  return {
    home,
    [Symbol.dispose]: () => {
      Deno.env.get = get;
      Deno.removeSync(home, { recursive: true });
    },
  };
}

/** Writes files below a directory. */
export function write(directory: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    Deno.mkdirSync(join(directory, path, ".."), { recursive: true });
    Deno.writeTextFileSync(join(directory, path), content);
  }
}

/** Every file below a directory with its size; nothing where there is none. */
export function filesBelow(directory: string, prefix = ""): string[] {
  let entries: Deno.DirEntry[];
  try {
    entries = [...Deno.readDirSync(join(directory, prefix))];
  } catch {
    return [];
  }
  return entries.flatMap(({ name, isDirectory }) => {
    const path = join(prefix, name);
    return isDirectory
      ? filesBelow(directory, path)
      : [`${path} ${Deno.lstatSync(join(directory, path)).size}`];
  }).sort();
}

/** What every endpoint that takes a path of a project answers for one: its status and its sentence. */
export async function askAllDoors(h: Harness, path: string) {
  const conversation = await h.operator("POST /coordinator/conversations", { body: {} });
  const at = `/coordinator/conversations/${conversation.id}`;
  const asked: Record<string, [string, unknown]> = {
    run: ["/coordinator/runs", { request: "run true", repoPath: path }],
    workflow: ["/runs", { request: "run true", repoPath: path }],
    message: [`${at}/messages`, { content: "run true", repoPath: path }],
    document: ["/projects/context", {
      projectPath: path,
      title: "t",
      documentType: "notes",
      content: "c",
    }],
  };
  const answers: Record<string, { status: number; error: string }> = {};
  for (const [door, [route, body]] of Object.entries(asked)) {
    const { status, body: answer } = await h.json("POST", route, body);
    answers[door] = { status, error: String(answer.error) };
  }
  return answers;
}
