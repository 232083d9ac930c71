import assert from "node:assert/strict";
import { join } from "node:path";
import { EndedEarly, ServiceProcess } from "../recovery/service_process.ts";
import { temporaryDirectory } from "../temporary.ts";
import { ApiError } from "../../client/client.ts";

/** A storage directory in a directory of its own, so that it can be renamed and replaced. Dispose it. */
export class Place implements Disposable {
  readonly directory = temporaryDirectory();
  readonly storage = join(this.directory, "storage");
  /** The variables of its services: what they have seen is noted beside the storage directory. */
  readonly environment = { XDG_STATE_HOME: join(this.directory, "state") };

  constructor() {
    Deno.mkdirSync(this.storage, { mode: 0o700 });
  }

  file(name: string): string {
    return join(this.storage, name);
  }

  beside(name: string): string {
    return join(this.directory, name);
  }

  /** A service that executes nothing, on the storage directory or another. */
  start(storage = this.storage): Promise<ServiceProcess> {
    return ServiceProcess.start({ storage, workers: 0, environment: this.environment });
  }

  /** What a start that is refused prints; it must end with a sentence and the exit code 2. */
  async refusal(): Promise<string> {
    const ended = await this.start().then(async (service) => {
      await service[Symbol.asyncDispose]();
      assert.fail(`The service started: ${service.output()}`);
    }, (error) => error);
    assert.ok(ended instanceof EndedEarly, String(ended));
    assert.equal(ended.status.code, 2, ended.output);
    assert.doesNotMatch(ended.output, /\bat (?:async )?(?:file:|ext:|\S+ \()|Uncaught|error:/);
    return ended.output;
  }

  [Symbol.dispose](): void {
    Deno.removeSync(this.directory, { recursive: true });
  }
}

/** Records something small; resolves with its id once it is acknowledged. */
export async function remember({ operator }: ServiceProcess, content: string): Promise<string> {
  const body = { type: "fact", scope: "global", content, source: { kind: "user", id: "me" } } as const;
  return (await operator("POST /memory", { body })).id;
}

/** The ids of everything that `remember` recorded. */
export async function remembered({ operator }: ServiceProcess): Promise<string[]> {
  return (await operator("GET /memory")).map(({ id }) => id).sort();
}

/** The status and the sentence that a request is refused with. */
export async function refused(asked: Promise<unknown>): Promise<[number, string]> {
  const error = await asked.then(
    (value) => assert.fail(`answered: ${JSON.stringify(value)}`),
    (error) => error,
  );
  if (!(error instanceof ApiError)) throw error;
  return [error.status, error.message];
}

/** Copies a directory as a user would. */
export async function copyDirectory(from: string, to: string): Promise<void> {
  const { success, stderr } = await new Deno.Command("cp", { args: ["-a", from, to] }).output();
  assert.ok(success, new TextDecoder().decode(stderr));
}
