import type { Core } from "../../ground/kernel/context.ts";
import type { WorkerKindRegistration } from "../../ground/policy/registration.ts";
import type { ModelCandidate } from "../../sessions/models/clients/candidate.ts";
import type { FoundProvider } from "../../sessions/models/providers/connect_schemas.ts";
import type { ProviderDefinition, ProviderModel } from "../../sessions/provider_kinds/definition.ts";
import type { Readiness } from "../../sessions/models/providers/readiness.ts";
import type { WorkersLive } from "./live.ts";
import type { Worker } from "./worker.ts";

/** What is read to know whether a worker can start. */
export type ReadsWorkers = Pick<Core & WorkersLive, "store" | "providers" | "sandbox">;

/** Why a worker cannot start. */
export type Unready = Extract<Readiness, { ready: false }>;

/** Creates the worker of a provider for one of its models, with substitutes for when that one fails. */
type MakeWorker = (
  service: Core & WorkersLive,
  provider: ProviderDefinition,
  model: ProviderModel,
  standIns: readonly ModelCandidate[],
) => Worker;

/** The state of a program that was found on this machine. */
export type Installed = Pick<FoundProvider, "state" | "detail" | "lacks" | "login">;

/** The provider whose model a worker uses, or why it cannot be tried beforehand. */
export type Upstream = ProviderDefinition | { untried: string };

/**
 * A kind of worker: all that differs between kinds besides how the worker itself plans and performs. Each is a folder and a
 * line of the table in `worker_kinds/kinds.ts`; no other code asks which kind a worker is of.
 */
export type WorkerKind<Id extends string = string> = WorkerKindRegistration<Id> & {
  /** Whether it carries out recipes and nothing else. */
  recipesOnly: boolean;
  /** Null for a worker that the composition adds. */
  make: MakeWorker | null;
  /** Returns whether it can start now, apart from what is known of its provider. */
  readiness: (service: ReadsWorkers, provider: ProviderDefinition, model: string) => Readiness;
  /**
   * Returns the provider whose model answers a question, or a sentence where only the worker itself may ask; null for a kind that
   * answers none.
   */
  upstream: ((service: ReadsWorkers, provider: ProviderDefinition) => Upstream | Unready) | null;
  /** Returns the state of one whose program was found on this machine; null for a kind that is not looked for. */
  installed: ((service: ReadsWorkers, provider: ProviderDefinition) => Promise<Installed>) | null;
};
