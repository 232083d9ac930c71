import { join } from "node:path";
import { temporaryDirectory } from "./temporary.ts";

/**
 * A directory in which a test and the commands of a service tell each other something, outside of their worktrees: the
 * service's own `sandbox.json` lets them write there. Dispose it.
 */
export class SharedDirectory implements Disposable {
  readonly directory = temporaryDirectory();

  constructor(storage: string) {
    const settings = { writable: [this.directory] };
    Deno.writeTextFileSync(join(storage, "sandbox.json"), JSON.stringify(settings));
  }

  path(name: string): string {
    return join(this.directory, name);
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.directory, { recursive: true });
  }
}
