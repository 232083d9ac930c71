import { join } from "node:path";
import type { RunDetails } from "../../../services/execution/run_views/detail_schemas.ts";
import type { StoredEvent } from "../../../store/event.ts";
import { TestRepository } from "../../git.ts";
import { Harness, type HarnessOptions } from "../../harness.ts";
import { temporaryDirectory } from "../../temporary.ts";
import type { Question } from "../server/question.ts";
import { type Reply, says, uses } from "../server/reply.ts";
import { ModelServer, type Script } from "../server/model_server.ts";
import { impatient } from "./manual_time.ts";

/** A provider of the test, as a person would write it into `providers.json`. */
export type TestProvider = Record<string, unknown> & { id: string; kind: string };

const MODEL = {
  id: "test-model",
  contextTokens: 128_000,
  outputTokens: 4_000,
  inputCostPerMillion: 1,
  outputCostPerMillion: 2,
};

/** The edit that most tests let a model make: a file of `hello` becomes one of `bye`. */
export const EDIT = { name: "edit_file", input: { path: "a.txt", find: "hello", replace: "bye" } };

/** The provider of a model server, as an OpenAI-compatible one. */
export const providerOf = (server: ModelServer, more: Record<string, unknown> = {}): TestProvider => ({
  id: "local",
  kind: "openai-compatible",
  baseUrl: server.baseUrl,
  models: [MODEL],
  ...more,
});

/** Writes the configuration of providers into a storage directory. */
export function configure(directory: string, providers: readonly TestProvider[], more: object = {}): void {
  Deno.writeTextFileSync(join(directory, "providers.json"), JSON.stringify({ providers, ...more }));
}

/** A service with a model server, and a repository to work in. Dispose it. */
export class ModelWorld implements AsyncDisposable {
  readonly waited: number[];

  private constructor(
    readonly h: Harness,
    readonly server: ModelServer,
    readonly repository: TestRepository,
    waited: number[],
  ) {
    this.waited = waited;
  }

  /** `script` answers as the model; `provider` changes how its server is configured. */
  static async open(
    script: Script,
    { files, provider = {}, ...options }: HarnessOptions & {
      files?: Record<string, string>;
      provider?: Record<string, unknown>;
    } = {},
  ): Promise<ModelWorld> {
    const server = ModelServer.start(script);
    const directory = temporaryDirectory();
    configure(directory, [providerOf(server, provider)]);
    const time = impatient();
    const h = await Harness.open({ workers: 2, pause: time.pause, ...options }, directory);
    return new ModelWorld(h, server, TestRepository.make(files), time.waited);
  }

  /** Asks for work by the model and gives the run once it is at rest. */
  async run(request: string, more: Record<string, unknown> = {}): Promise<RunDetails> {
    const { id } = await this.create(request, more);
    return await this.h.settled(id);
  }

  create(request: string, more: Record<string, unknown> = {}) {
    return this.h.operator("POST /coordinator/runs", {
      body: {
        request,
        repoPath: this.repository.root,
        worker: { provider: "local" },
        onFailure: "fail",
        ...more,
      },
    });
  }

  /** The events of a run, of these types. */
  events(runId: string, ...types: string[]): StoredEvent[] {
    return this.h.store.events.after(0, 10_000).filter((event) =>
      event.runId === runId && types.includes(event.type)
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.h[Symbol.asyncDispose]();
    await this.server[Symbol.asyncDispose]();
    this.repository[Symbol.dispose]();
  }
}

/** Answers questions for a plan with one task, and all others by `work`. */
export const planning = (work: Script, plan: Reply = onePlan()): Script => (question) =>
  isPlanning(question) ? plan : work(question);

export const isPlanning = ({ system }: Question): boolean => system.startsWith("You are the planner");

export const onePlan = (title = "Do it"): Reply =>
  says(JSON.stringify({ tasks: [{ id: "only", title, instructions: "as asked", dependsOn: [] }] }));

/** Answers with the tools in this order, then says that it is done. */
export function works(...steps: (Parameters<typeof uses>[0] | Reply)[]): Script {
  const left = [...steps];
  return () => {
    const next = left.shift();
    if (!next) return says("Done.");
    return "kind" in next ? next as Reply : uses(next as Parameters<typeof uses>[0]);
  };
}
