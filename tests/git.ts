import { join } from "node:path";
import { copyTree } from "./kit/copy_tree.ts";
import { temporaryDirectory } from "./temporary.ts";

/** From version 2.47 on, git goes on in the background when a command has ended, in files that a test compares or removes. */
export const NOTHING_IN_THE_BACKGROUND = {
  GIT_CONFIG_COUNT: "2",
  GIT_CONFIG_KEY_0: "maintenance.auto",
  GIT_CONFIG_VALUE_0: "false",
  GIT_CONFIG_KEY_1: "gc.auto",
  GIT_CONFIG_VALUE_1: "0",
} as const;

/** Repositories that are only copied, by their files. */
const templates = new Map<string, string>();

function makeTemplate(files: Record<string, string>): string {
  if (templates.size === 0) {
    addEventListener("unload", () => {
      for (const root of templates.values()) Deno.removeSync(root, { recursive: true });
    });
  }
  const repository = new TestRepository();
  repository.git("init", "-q", "-b", "main");
  repository.commit(files);
  return repository.root;
}

/** A real repository with one commit of the given files. `git` runs plain git in it, without the user's configuration. */
export class TestRepository implements Disposable {
  constructor(readonly root: string = temporaryDirectory()) {}

  /** A copy of the first repository with these files that was made in this process: git is started for that one alone. */
  static make(files: Record<string, string> = { "a.txt": "hello\n" }): TestRepository {
    const key = JSON.stringify(files);
    const template = templates.get(key) ?? templates.set(key, makeTemplate(files)).get(key)!;
    return new TestRepository(copyTree(template, temporaryDirectory()));
  }

  git(...args: string[]): string {
    const output = new Deno.Command("git", {
      args,
      cwd: this.root,
      clearEnv: true,
      env: {
        PATH: Deno.env.get("PATH") ?? "",
        HOME: this.root,
        GIT_CONFIG_GLOBAL: "/dev/null",
        GIT_CONFIG_NOSYSTEM: "1",
        GIT_AUTHOR_NAME: "Test",
        GIT_AUTHOR_EMAIL: "test@example.invalid",
        GIT_COMMITTER_NAME: "Test",
        GIT_COMMITTER_EMAIL: "test@example.invalid",
        ...NOTHING_IN_THE_BACKGROUND,
      },
    }).outputSync();
    if (!output.success) throw new Error(new TextDecoder().decode(output.stderr));
    return new TextDecoder().decode(output.stdout);
  }

  write(files: Record<string, string>): void {
    for (const [path, content] of Object.entries(files)) {
      Deno.mkdirSync(join(this.root, path, ".."), { recursive: true });
      Deno.writeTextFileSync(join(this.root, path), content);
    }
  }

  commit(files: Record<string, string>, message = "change"): void {
    this.write(files);
    this.git("add", "-A");
    this.git("commit", "-qm", message, "--allow-empty");
  }

  read(path: string): string {
    return Deno.readTextFileSync(join(this.root, path));
  }

  exists(path: string): boolean {
    try {
      Deno.lstatSync(join(this.root, path));
      return true;
    } catch {
      return false;
    }
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.root, { recursive: true });
  }
}

/** What a human who has reviewed everything sends. */
export const REVIEWED = {
  actorType: "human",
  reviewedEvidence: true,
  reviewedHashes: true,
  reviewedPolicyClass: true,
} as const;
