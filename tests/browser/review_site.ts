import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { type RunningService, startService } from "../../main.ts";
import type { RunDetails } from "../../services/execution/run_views/detail_schemas.ts";
import { readConfig } from "../../services/ground/kernel/config.ts";
import { silentLog } from "../../services/ground/kernel/log.ts";
import type { Worker } from "../../services/workforce/workers/worker.ts";
import { createClient } from "../../client/client.ts";
import { layOutStore } from "../empty_store.ts";
import { TestRepository } from "../git.ts";
import { AGENT } from "../tokens.ts";
import { rebuildDifferences } from "../rebuild_differences.ts";
import { temporaryDirectory } from "../temporary.ts";
import { TestBrowser } from "./browser.ts";
import { sharedChromium } from "./chromium.ts";

/** The options of a browser window. */
export type PageOptions = { width?: number; height?: number; timezoneId?: string };

/** The real service on its own port, with a real browser, for tests of the review. */
export class ReviewSite implements AsyncDisposable {
  readonly operator = createClient((path, init) => fetch(this.service.url + path, init));
  readonly agent = createClient((path, init) => {
    const headers = { ...init.headers as Record<string, string>, authorization: `Bearer ${AGENT}` };
    return fetch(this.service.url + path, { ...init, headers });
  });
  readonly browser: TestBrowser;
  readonly #repositories: TestRepository[] = [];

  private constructor(
    readonly directory: string,
    readonly service: RunningService,
    chromium: Browser,
  ) {
    this.browser = new TestBrowser(chromium);
    this.browser.origins.add(service.url);
  }

  /** The faults of the pages, and their requests to other hosts. */
  get complaints(): readonly string[] {
    return this.browser.faults;
  }

  /** Opens a service with the shared browser. `port` is for servers that must know it beforehand; `now` sets its clock. */
  static async open(
    { port = 0, now = () => new Date(), chromium = sharedChromium(), settings: more = {}, availableWorkers }:
      {
        port?: number;
        /** Variables of the service besides the usual ones. */
        settings?: Record<string, string>;
        now?: () => Date;
        chromium?: Promise<Browser> | Browser;
        /** The workers besides those of providers, instead of the built-in one. */
        availableWorkers?: readonly Worker[];
      } = {},
  ): Promise<ReviewSite> {
    const directory = temporaryDirectory();
    layOutStore(directory);
    const settings: Record<string, string> = {
      AGENT_HARNESS_STORAGE_DIR: directory,
      AGENT_HARNESS_PORT: String(port),
      AGENT_HARNESS_AGENT_TOKEN: AGENT,
      AGENT_HARNESS_MAINTENANCE_INTERVAL_MS: "0",
      AGENT_HARNESS_VALIDATE_CONTRACTS: "1",
      AGENT_HARNESS_WORKERS: "2",
      ...more,
    };
    const service = await startService(readConfig((name) => settings[name], null), {
      log: silentLog,
      now,
      otherAccounts: [],
      ...(availableWorkers && { availableWorkers }),
    });
    return new ReviewSite(directory, service, await chromium);
  }

  repository(files?: Record<string, string>): TestRepository {
    const made = TestRepository.make(files);
    this.#repositories.push(made);
    return made;
  }

  /** Creates a run and returns it once it waits or has ended. */
  async run(
    repository: TestRepository,
    request: string,
    { verifier, onFailure, as = "operator" }: {
      verifier?: string;
      onFailure?: "fail";
      as?: "operator" | "agent";
    } = {},
  ): Promise<RunDetails> {
    const { id } = await this[as]("POST /coordinator/runs", {
      body: {
        request,
        repoPath: repository.root,
        ...(verifier && { verifier: { command: verifier } }),
        ...(onFailure && { onFailure }),
      },
    });
    return await this.settled(id);
  }

  /** Returns the run once it neither executes nor is queued, checked after each event. */
  async settled(id: string): Promise<RunDetails> {
    const { store, execution } = this.service.service;
    let wake = Promise.withResolvers<void>();
    const stop = store.subscribe(() => wake.resolve());
    try {
      for (;;) {
        wake = Promise.withResolvers<void>();
        const run = await this.operator("GET /runs/:id", { params: { id } });
        if (run.status !== "queued" && run.status !== "running") {
          await execution.settled(id);
          return run;
        }
        await wake.promise;
      }
    } finally {
      stop();
    }
  }

  /** Opens a page of the dashboard. */
  async page(path: string, { width = 1440, height = 900, ...more }: PageOptions = {}): Promise<Page> {
    const page = await this.browser.page({ viewport: { width, height }, ...more });
    await page.goto(this.service.url + path);
    return page;
  }

  /** Checks that there were no faults, and that the log rebuilds to the same tables. */
  async atPeace(): Promise<void> {
    assert.deepEqual(this.complaints, []);
    const { store } = this.service.service;
    // Runs continue meanwhile, and their writes are committed together.
    while (store.database.inTransaction) await store.durable();
    assert.deepEqual(rebuildDifferences(store), []);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.browser[Symbol.asyncDispose]();
    await this.service.stop();
    await Deno.remove(this.directory, { recursive: true });
    for (const repository of this.#repositories) repository[Symbol.dispose]();
  }
}

/** Returns the checkpoint that a run waits for. */
export function pendingId(run: RunDetails): string {
  const approval = run.approvals.find(({ status }) => status === "pending");
  if (!approval) {
    throw new Error(`the run ${run.id} is ${run.status} and waits for nothing: ${run.statusDetail}`);
  }
  return approval.id;
}

/** Returns the path of the review of a run's checkpoint. */
export const reviewPath = (run: RunDetails): string => `/dashboard/approvals/${pendingId(run)}`;
