import { createClient } from "../../client/client.ts";
import { type RunningService, startService } from "../../main.ts";
import { readConfig } from "../../services/ground/kernel/config.ts";
import { silentLog } from "../../services/ground/kernel/log.ts";
import { layOutStore } from "../empty_store.ts";
import { OPERATOR } from "../tokens.ts";

/** What a service in the process of the test is started with. */
export type InsideOptions = { storage: string; workers?: number; port?: number; token?: string | null };

/** The whole service on a port of its own, in the process of the test: it cannot be killed, and starts ten times as fast. */
export class ServiceInside implements AsyncDisposable {
  readonly operator = createClient((path, init) => this.send(path, init));

  private constructor(readonly running: RunningService) {}

  static async start(
    { storage, workers = 2, port = 0, token = OPERATOR }: InsideOptions,
  ): Promise<ServiceInside> {
    const settings: Record<string, string> = {
      AGENT_HARNESS_STORAGE_DIR: storage,
      AGENT_HARNESS_PORT: String(port),
      AGENT_HARNESS_WORKERS: String(workers),
      AGENT_HARNESS_MAINTENANCE_INTERVAL_MS: "0",
      ...(token !== null && { AGENT_HARNESS_TOKEN: token }),
    };
    layOutStore(storage);
    const config = readConfig((name) => settings[name], null);
    return new ServiceInside(await startService(config, { log: silentLog, otherAccounts: [] }));
  }

  get url(): string {
    return this.running.url;
  }

  async send(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${OPERATOR}`);
    return await fetch(this.url + path, { ...init, headers });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.running.stop();
  }
}
