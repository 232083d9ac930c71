import { fileURLToPath } from "node:url";
import { createClient } from "../../../client/client.ts";
import { OPERATOR } from "../../tokens.ts";
import { EndedEarly, type StartOptions } from "../service_process.ts";
import { AnsweringProcess } from "./answering_process.ts";
import type { Served } from "./stand.ts";
import type { Started } from "./starts.ts";

const STARTS = fileURLToPath(new URL("starts.ts", import.meta.url));
const KILLED: Deno.CommandStatus = { success: false, code: 137, signal: "SIGKILL" };
const REFUSED: Deno.CommandStatus = { success: false, code: 2, signal: null };
const ORDERLY: Deno.CommandStatus = { success: true, code: 0, signal: null };

/** Starts services one after the other in one process, which a kill or a service that could not end replaces. Dispose it. */
export class Starter implements AsyncDisposable {
  #process: AnsweringProcess | null = null;

  /** Starts a service as `ServiceProcess.start` does. */
  async start({ storage, wrap = [] }: StartOptions): Promise<Served> {
    this.#process ??= new AnsweringProcess(STARTS, wrap);
    const started = await this.#process.ask<Started>(storage);
    if (started === null) {
      await this.#kill();
      throw new EndedEarly(KILLED, "");
    }
    if ("thrown" in started) {
      await this.#kill();
      throw new Error(`The start ended with an error that nobody foresaw: ${started.thrown}`);
    }
    if ("refused" in started) {
      await this.#kill(); // as the program ends then, it need not give back what it holds
      throw new EndedEarly(REFUSED, started.refused);
    }
    const send = (path: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set("authorization", `Bearer ${OPERATOR}`);
      return fetch(started.url + path, { ...init, headers });
    };
    return {
      send,
      operator: createClient(send),
      kill: () => this.#kill(),
      terminate: () => this.#stop(),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }

  async #stop(): Promise<Deno.CommandStatus> {
    const stopped = await this.#process?.ask<Started>(null) ?? null;
    return stopped !== null && "url" in stopped ? ORDERLY : await this.#kill();
  }

  async #kill(): Promise<Deno.CommandStatus> {
    await this.#process?.[Symbol.asyncDispose]();
    this.#process = null;
    return KILLED;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#kill();
  }
}
