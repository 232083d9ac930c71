import assert from "node:assert/strict";
import { join } from "node:path";
import type { SandboxState } from "../../../services/machine/processes/sandbox/mod.ts";
import type { RunDetails } from "../../../services/execution/run_views/detail_schemas.ts";
import { REVIEWED, TestRepository } from "../../git.ts";
import { Harness, harness, type HarnessOptions } from "../../harness.ts";
import { pendingOf } from "../../kit/pending_of.ts";
import { processesOf } from "../../recovery/leftovers.ts";
import { temporaryDirectory } from "../../temporary.ts";
import { ModelServer, type Script } from "../server/model_server.ts";
import { says } from "../server/reply.ts";

const bundled = new Map<string, Promise<string>>();

/** A test agent as one program, made once for all tests of a file. */
export function agentProgram(entry = new URL("./agent.ts", import.meta.url).pathname): Promise<string> {
  return bundled.getOrInsertComputed(entry, async () => {
    const directory = temporaryDirectory();
    globalThis.addEventListener("unload", () => Deno.removeSync(directory, { recursive: true }));
    const path = join(directory, "agent.js");
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["bundle", "--quiet", "--output", path, entry],
    }).output();
    assert.ok(success, new TextDecoder().decode(stderr));
    return path;
  });
}

/** A machine that confines nothing. */
export const NO_SANDBOX: SandboxState = {
  available: false,
  reason: "It is not installed here.",
  fix: "Install it.",
};

/** What a test may set of its world. */
export type WorldOptions = HarnessOptions & {
  /** How much is done without asking; tests of questions want every one of them. */
  dial?: "everything" | "border" | "closed" | null;
  /** What of its own sessions the agent can go on with; the others begin in a mode in which it does not ask. */
  mode?: "resume" | "load" | "forgetful" | "auto" | "stubborn" | "sudden";
  agent?: Record<string, unknown>;
  /** The file that stands for the login of the agent. */
  login?: string;
  models?: Script;
  files?: Record<string, string>;
};

/** A service with the test agent configured, a model server behind it, and a repository. Dispose it. */
export class World implements AsyncDisposable {
  private constructor(
    public h: Harness,
    readonly server: ModelServer,
    readonly repository: TestRepository,
  ) {}

  static async open(
    { mode = "resume", agent = {}, login, models, files, dial = "everything", ...options }: WorldOptions = {},
  ) {
    const server = ModelServer.start(models ?? (() => says("An answer.")));
    const h = await harness({ workers: 2, ...options });
    await configure(h.directory, server, { mode, agent, ...(login !== undefined && { login }) });
    const repository = TestRepository.make(files);
    await h.operator("POST /repositories/dial", { body: { repoPath: repository.root, dial } });
    return new World(h, server, repository);
  }

  /** Asks for work and gives the run once it waits or has ended. */
  async begin(request: string): Promise<RunDetails> {
    const { id } = await this.h.operator("POST /coordinator/runs", {
      body: {
        request,
        repoPath: this.repository.root,
        worker: { provider: "coder" },
        onFailure: "fail",
      },
    });
    return await this.h.settled(id);
  }

  /** Decides the one approval that the run waits for, which is not its patch, and gives what it waits for next. */
  async decide(run: RunDetails, decision: "approve" | "reject", more = {}): Promise<RunDetails> {
    const approval = pendingOf(run);
    const request = { params: { id: approval.id }, body: { actorType: "human" as const, ...more } };
    if (decision === "approve") await this.h.operator("POST /approvals/:id/approve", request);
    else await this.h.operator("POST /approvals/:id/reject", request);
    return await this.h.until(
      run.id,
      (now) =>
        isOver(now) || now.approvals.some(({ status, id }) => status === "pending" && id !== approval.id),
    );
  }

  /** Approves the patch and gives the run at its end. */
  async apply(run: RunDetails): Promise<RunDetails> {
    const approval = pendingOf(run);
    assert.equal(approval.policyClass, "repo-write", run.statusDetail);
    await this.h.operator("POST /approvals/:id/approve", { params: { id: approval.id }, body: REVIEWED });
    return await this.h.settled(run.id);
  }

  /** Stops the service and starts it again. */
  async restart(): Promise<void> {
    const { directory } = this.h;
    await this.h.close();
    this.h = await Harness.open({ workers: 2 }, directory);
  }

  /** The types and data of a run's events. */
  events(run: RunDetails) {
    return this.h.store.events.after(0, 10_000).filter(({ runId }) => runId === run.id);
  }

  /** What is recorded of the agent's odd behaviour. */
  incidents(run: RunDetails): string[] {
    return this.events(run).filter(({ type }) => type === "task_session.incident_recorded")
      .map(({ data }) => (data as { kind: string }).kind);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const differences = this.h.rebuildDifferences();
    await this.h.close();
    const left = processesOf(this.h.directory);
    await this.server[Symbol.asyncDispose]();
    this.repository[Symbol.dispose]();
    await Deno.remove(this.h.directory, { recursive: true });
    assert.deepEqual({ differences, left }, { differences: [], left: [] });
  }
}

/** Writes the configuration of the agent and of the provider that its models come from. */
export async function configure(
  storage: string,
  server: ModelServer,
  { mode, agent, login }: { mode: string; agent: Record<string, unknown>; login?: string },
): Promise<void> {
  const command = [
    Deno.execPath(),
    "run",
    "--quiet",
    "--no-config",
    "--no-lock",
    "-A",
    await agentProgram(),
    mode,
    ...(login === undefined ? [] : [login]),
  ];
  const providers = [
    { id: "local", kind: "openai-compatible", baseUrl: server.baseUrl, models: [{ id: "test-model" }] },
    // Where the machine has no sandbox, everything else is tested all the same.
    {
      id: "coder",
      kind: "acp",
      label: "coder",
      command,
      through: "local",
      allowUnsandboxed: true,
      ...agent,
    },
  ];
  await Deno.writeTextFile(join(storage, "providers.json"), JSON.stringify({ providers }));
}

export const isOver = ({ status }: RunDetails): boolean =>
  ["completed", "failed", "cancelled"].includes(status);
