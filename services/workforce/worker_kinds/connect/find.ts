import { providerStream } from "../../../../store/models/provider_stream.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { searchPath } from "../../../ground/kernel/environment.ts";
import type { FoundProvider, FoundProviders } from "../../../sessions/models/providers/connect_schemas.ts";
import { keyStateOf } from "../../../sessions/models/providers/credentials.ts";
import type { ProviderDefinition } from "../../../sessions/provider_kinds/definition.ts";
import { detectedDefinition } from "../../../sessions/models/providers/detected.ts";
import { findProvider, providersOf } from "../../../sessions/models/providers/find.ts";
import { HOSTED } from "../../../sessions/models/providers/hosted.ts";
import { modelsOf } from "../../../sessions/models/providers/models.ts";
import type { MonitorLive } from "../../../sessions/models/providers/monitor.ts";
import { lookAt } from "../../../sessions/models/providers/look.ts";
import { readinessOf } from "../../../sessions/models/providers/readiness.ts";
import { readSettingsText } from "../../../sessions/models/providers/settings/settings_file.ts";
import { findProgram } from "../../../ground/kernel/find_program.ts";
import { type AgentPreset, installedAgents, PRESETS } from "../../agents/presets/mod.ts";
import { workerKindOf } from "../kinds.ts";
import type { WorkersLive } from "../../workers/live.ts";

/** How many models of each are listed. */
const MAX_SHOWN = 10;

type Finds = Ctx<WorkersLive & MonitorLive>;

/**
 * Finds what can do work here: model servers at their usual ports on this machine and those in `providers.json`, which are
 * asked for their models; agents whose programs are on the search path; and hosted services. Nothing is generated and no
 * agent is started.
 */
export async function findProviders(ctx: Finds): Promise<FoundProviders> {
  const servers = [
    ...new Map(
      [...ctx.providers.localServers.map(detectedDefinition), ...providersOf(ctx)]
        .filter((provider) => provider.baseUrl !== null && workerKindOf(provider).installed === null)
        .map((provider) => [provider.baseUrl, provider]),
    ).values(),
  ];
  await Promise.all(servers.map((server) => lookAtServer(ctx, server)));
  ctx.providers.agents = installedAgents(searchPath());
  const agents = await Promise.all(
    providersOf(ctx).flatMap((agent) => {
      const { installed } = workerKindOf(agent);
      return installed === null ? [] : [
        installed(ctx, agent).then((state) => ({
          ...named(agent, "agent", namesOf(ctx, agent)),
          ...state,
        })),
      ];
    }),
  );
  const found: FoundProvider[] = [
    ...servers.map((server) => serverFound(ctx, server)),
    ...agents,
    ...PRESETS.filter(({ id }) => !agents.some((agent) => agent.id === id)).map((preset) => ({
      ...named(preset, "agent"),
      ...notInstalled(preset),
    })),
    ...HOSTED.filter(({ baseUrl }) => !servers.some((server) => server.baseUrl === baseUrl)).map((
      hosted,
    ) => ({
      ...named(hosted, "hosted"),
      state: "needs_key" as const,
      detail: "It needs your API key.",
    })),
  ];
  return {
    revision: readSettingsText(ctx.providers.path).revision,
    found: found.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state)),
  };
}

/** What can be used at once comes first. */
const ORDER: readonly FoundProvider["state"][] = [
  "ready",
  "needs_server",
  "not_ready",
  "needs_key",
  "absent",
];

type Named = Pick<FoundProvider, "id" | "label" | "kind" | "models" | "lacks" | "login">;

const named = (
  { id, label }: { id: string; label: string },
  kind: FoundProvider["kind"],
  models: string[] = [],
): Named => ({ id, label, kind, models, lacks: null, login: null });

/** Some agents need an adapter besides their own program. */
function notInstalled({ label, commands, adapts }: AgentPreset): Pick<FoundProvider, "state" | "detail"> {
  const program = commands[0]![0]!;
  const missing = `"${program}" was not found on PATH.`;
  if (adapts === undefined || findProgram(adapts.program, searchPath()) === null) {
    return { state: "absent", detail: missing };
  }
  return {
    state: "not_ready",
    detail:
      `${label} is installed, but its adapter is not: ${missing} Run: npm install -g --ignore-scripts ${adapts.npm}`,
  };
}

/** A server that was only probed and does not answer leaves no trace. */
async function lookAtServer(ctx: Finds, server: ProviderDefinition): Promise<void> {
  if (findProvider(ctx, server.id) === null) {
    const { ok } = await lookAt(ctx, server, new AbortController().signal);
    if (!ok) return;
  }
  await ctx.providerMonitor.check(ctx, server, "demand");
}

function serverFound(ctx: Finds, server: ProviderDefinition): FoundProvider {
  const models = namesOf(ctx, server);
  const one = named(server, server.privacy === "third-party" ? "hosted" : "server", models);
  if (findProvider(ctx, server.id) === null) {
    return { ...one, state: "absent", detail: `No server answers at ${server.baseUrl}.` };
  }
  const known = ctx.store.documents.get(providerStream, server.id);
  const { status, detail } = keyStateOf(ctx, server, known);
  if (status === "missing" || status === "rejected") return { ...one, state: "needs_key", detail };
  const readiness = readinessOf(ctx, server);
  if (!readiness.ready) return { ...one, state: "not_ready", detail: readiness.reason };
  return models.length === 0
    ? { ...one, state: "not_ready", detail: "It lists no models. Load one there." }
    : { ...one, state: "ready", detail: `It answers at ${server.baseUrl}.` };
}

const namesOf = (ctx: Finds, provider: ProviderDefinition): string[] =>
  modelsOf(ctx, provider).slice(0, MAX_SHOWN).map(({ id }) => `${provider.id}/${id}`);
