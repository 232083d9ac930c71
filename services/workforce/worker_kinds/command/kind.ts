import type { ProviderDefinition } from "../../../sessions/provider_kinds/definition.ts";
import type { WorkerKind } from "../../workers/worker_kind.ts";
import type { CommandDefinition } from "./definition.ts";
import { commandReadiness } from "./readiness.ts";
import { programRegistration } from "./tools.ts";
import { commandWorker } from "./worker.ts";

/** Programs of the operator's. */
export const programKind: WorkerKind<"program"> = {
  ...programRegistration,
  recipesOnly: false,
  make: (service, provider, model) =>
    commandWorker({ ...definitionOf(provider), model: model.id }, () => service.sandbox.state),
  readiness: ({ sandbox }, provider) => commandReadiness(definitionOf(provider), sandbox.state),
  upstream: null,
  installed: null,
};

const definitionOf = ({ id, command = [], program }: ProviderDefinition): CommandDefinition => ({
  id,
  command,
  ...program,
});
