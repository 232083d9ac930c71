import { modelsOf } from "../../sessions/models/providers/models.ts";
import { homeDirectory, searchPath } from "../../ground/kernel/environment.ts";
import type { ProviderDefinition } from "../../sessions/provider_kinds/definition.ts";
import { offeredLogin } from "./own_login.ts";
import type { Installed, ReadsWorkers, WorkerKind } from "../workers/worker_kind.ts";
import { describeMissing, expectedPrograms } from "./presets/expected_programs.ts";
import { lackedServer } from "./configuration/read.ts";
import { presetOf } from "./presets/mod.ts";
import { agentReadiness, agentSetupOf } from "./setup.ts";
import { agentRegistration } from "./tools.ts";
import { agentWorker } from "./worker.ts";

/** Coding agents: separate programs whose model traffic goes through another provider. */
export const agentKind: WorkerKind<"agent"> = {
  ...agentRegistration,
  recipesOnly: false,
  make: (service, provider, model) => agentWorker(service, provider, model.id),
  readiness: agentReadiness,
  upstream: (service, provider) => {
    const setup = agentSetupOf(service, provider);
    if ("reason" in setup) return setup;
    return setup.isLoggedIn
      ? { untried: `${provider.label} is installed and has ${LOGIN_WORDS}` }
      : setup.upstream;
  },
  installed: async (service, provider) => {
    const login = offeredLogin(service, provider, presetOf(provider.command ?? [], provider.agent?.preset));
    return { ...await installedState(service, provider), login };
  },
};

/** The provider allows only the agent itself to use its login, so nothing else asks one of its models. */
const LOGIN_WORDS = "its own login, which its first task tries.";

async function installedState(
  service: ReadsWorkers,
  provider: ProviderDefinition,
): Promise<Omit<Installed, "login">> {
  const setup = agentSetupOf(service, provider);
  if ("reason" in setup) {
    const { reason: detail, lacksServer } = setup;
    return lacksServer ? await withoutServer(provider, detail) : { state: "not_ready", detail, lacks: null };
  }
  const { upstream, preset, isLoggedIn } = setup;
  const { missing } = expectedPrograms(preset.expects, searchPath(), homeDirectory());
  const lack = describeMissing("It", missing);
  if (isLoggedIn) {
    return { state: "ready", detail: `It is installed and has ${LOGIN_WORDS} ${lack}`.trim(), lacks: null };
  }
  return modelsOf(service, upstream).length === 0
    ? { state: "not_ready", detail: `It uses ${upstream.label}, which has no known models.`, lacks: null }
    : { state: "ready", detail: `It is installed and uses ${upstream.label}. ${lack}`.trim(), lacks: null };
}

/** Returns the state of an agent that lacks only a server for its models, with the one that its own configuration names. */
async function withoutServer(
  { command = [], agent }: ProviderDefinition,
  reason: string,
): Promise<Omit<Installed, "login">> {
  const person = { home: homeDirectory(), variable: (name: string) => Deno.env.get(name) };
  const lacks = await lackedServer(presetOf(command, agent?.preset), person);
  const { kind, baseUrl, models, file } = lacks;
  const detail = baseUrl === null
    ? reason
    : `Its configuration, ${file}, names ${models.join(", ") || "no model"} at ${baseUrl} (${kind}). ` +
      `Nothing else of the file is used.`;
  return { state: "needs_server", detail, lacks };
}
