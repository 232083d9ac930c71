import { contextFor } from "../../ground/kernel/context.ts";
import { openModelProxy } from "../../sessions/models/proxy/proxy.ts";
import type { WorkerOutcome, WorkerTask } from "../workers/worker.ts";
import { holdLimits, homeSeenAt, sandboxRuleOf } from "../../machine/processes/sandbox/mod.ts";
import type { AgentNetwork } from "../workers/agent_host.ts";
import { confined, MODEL_PROXY_PORT } from "./confine.ts";
import { NetworkAccess } from "./network_access.ts";
import { type PreparedDirectories, prepareDirectories, writeHomeFiles } from "./directories.ts";
import type { ReadyAgent } from "./attempt.ts";
import { whyNotEnforceable } from "../workers/rights.ts";
import { agentRegistration } from "./tools.ts";
import type { AgentPreset, PresetSetting } from "./presets/mod.ts";
import { expectedPrograms, searchPathWith } from "./presets/expected_programs.ts";
import { noteLogin } from "./login.ts";
import { work } from "./turn.ts";
import { homeDirectory, searchPath } from "../../ground/kernel/environment.ts";

/**
 * Lets a coding agent do a task in its sandbox, with its model traffic through a separate proxy, while a human decides every
 * permission that it requests. Rejects with the signal's reason, or with what ended the attempt while a human decided.
 */
export async function performWithAgent(agent: ReadyAgent, task: WorkerTask): Promise<WorkerOutcome> {
  task.signal.throwIfAborted();
  const reason = whyNotEnforceable(task.profile, agent.definition.label, agentRegistration.cannotWithhold);
  if (reason !== null) return { ok: false, reason: "policy_blocked", detail: reason };
  const directories = await prepareDirectories(task.host);
  try {
    return await withProxy(agent, task, directories);
  } finally {
    await directories.remove();
  }
}

/** A login takes the place of the key: with both, an agent uses the key. */
function withLogin({ environment, login }: AgentPreset, setting: PresetSetting): Record<string, string> {
  const rest = Object.entries(environment(setting)).filter(([, value]) => value !== setting.token);
  return { ...Object.fromEntries(rest), ...login?.environment(setting) };
}

/** Without a sandbox nothing is confined. */
const NO_NETWORK: AgentNetwork = {
  listeners: [],
  readable: [],
  environment: {},
  cut: () => {},
  [Symbol.asyncDispose]: () => Promise.resolve(),
};

async function withProxy(
  agent: ReadyAgent,
  task: WorkerTask,
  directories: PreparedDirectories,
): Promise<WorkerOutcome> {
  const { isolation, preset, program, definition, upstream, isLoggedIn, model } = agent;
  const { root } = task.host.control.repository;
  const rule = await sandboxRuleOf(
    agent.service.config.storageDirectory,
    homeSeenAt(homeDirectory()),
    root,
    "agent",
  );
  await using limits = await holdLimits(rule.limits);
  const proxy = openModelProxy({
    owner: {
      ctx: contextFor(agent.service, "coordinator"),
      runId: task.runId,
      taskSessionId: task.taskSessionId,
    },
    upstream,
    socket: isolation.confined ? directories.socket : null,
    ...(task.host.models && { sendAway: task.host.models.send }),
  });
  const door = new NetworkAccess(() => network.cut());
  await using network = isolation.confined ? await task.host.network(door) : NO_NETWORK;
  try {
    const address = `http://127.0.0.1:${proxy.port ?? MODEL_PROXY_PORT}`;
    const setting = { home: directories.home, address, token: proxy.token, model };
    await writeHomeFiles(directories.home, preset.files?.(setting) ?? {});
    const { own } = expectedPrograms(preset.expects, searchPath(), homeDirectory());
    const shown = {
      ...program,
      programs: [...program.programs, ...own],
      readable: task.host.readable,
      configured: definition.agent?.readable ?? [],
    };
    const { storageDirectory } = agent.service.config;
    const argv = isolation.confined
      ? await confined(isolation, directories, shown, limits, network, storageDirectory, rule)
      : program.argv;
    const environment = {
      PATH: searchPathWith(searchPath(), own),
      HOME: directories.home,
      TMPDIR: directories.temporary,
      LANG: "C.UTF-8",
      ...network.environment,
      ...(isLoggedIn ? withLogin(preset, setting) : preset.environment(setting)),
    };
    const outcome = await work({ agent, task, proxy, door, program: { argv, environment } });
    if (outcome.ok) await noteLogin(agent);
    return outcome;
  } finally {
    await proxy.close();
  }
}
