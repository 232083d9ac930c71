import type { Connection } from "../service/connection.ts";
import { UnreachableError } from "../service/connection.ts";
import { describeFailure } from "../service/failure.ts";
import type { ControlPlaneStatus } from "../../services/system/schemas.ts";
import { checkSecrets } from "./secrets.ts";
import { failed, type Finding, ok, warning } from "./finding.ts";
import { isLoopback } from "../../services/system/loopback.ts";
import { readTokenFile, tokenPath } from "../../services/system/token_file.ts";
import { shellWord } from "../shell_word.ts";
import type { StorageReport } from "./storage.ts";
import { counted } from "../../ui/kit/words.ts";

type Environment = (name: string) => string | undefined;
/** Whether a service answers, or could be started where it is to listen, and whom it lets in. */
export async function checkService(
  environment: Environment,
  connection: Connection,
  { path, held }: Pick<StorageReport, "path" | "held">,
): Promise<Finding[]> {
  const tokens = checkTokens(environment, path);
  try {
    const { version } = await connection.call("GET /health");
    const answers = ok("service", `agent-harness ${version} answers at ${connection.url}.`);
    return [answers, ...await providers(connection), ...await checkSecrets(connection), tokens];
  } catch (error) {
    if (error instanceof UnreachableError) return [await checkPort(environment, connection, held), tokens];
    const detail = describeFailure(error)?.message ?? `What answers at ${connection.url} is not understood.`;
    return [
      failed("service", detail, await elsewhere()),
      tokens,
    ];
  }
}

async function providers({ call }: Connection): Promise<Finding[]> {
  let status: ControlPlaneStatus | Omit<ControlPlaneStatus, "credentialReadiness">;
  try {
    status = await call("GET /control-plane/status");
  } catch (error) {
    const detail = describeFailure(error)?.message ?? "The service could not be asked.";
    return [warning("access", detail, "export AGENT_HARNESS_TOKEN=<the service's token>")];
  }
  return [...configuration(status), ...models(status), ...budget(status.spend)];
}

function configuration(
  { providerConfiguration }: Pick<ControlPlaneStatus, "providerConfiguration">,
): Finding[] {
  const { ok: good, path, detail, fix } = providerConfiguration;
  return good ? [] : [failed("providers.json", detail ?? `${path} cannot be used.`, fix ?? `Mend ${path}.`)];
}

function models(
  { providerHealth, modelCatalogStatus }: Pick<ControlPlaneStatus, "providerHealth" | "modelCatalogStatus">,
): Finding[] {
  const { nextStep } = modelCatalogStatus;
  return [
    ...providerHealth.map(({ provider, status, health, reason, fix }) =>
      status === "ready"
        ? ok("model", `${provider} is ready${health === "unknown" ? "; it was never checked" : ""}.`)
        : warning("model", `${provider}: ${reason ?? "it is not ready."}`, fix ?? undefined)
    ),
    ...(nextStep === null ? [] : [warning("model", nextStep.detail, nextStep.command)]),
  ];
}

function budget({ today, budgets }: ControlPlaneStatus["spend"]): Finding[] {
  if (budgets.state === "warned" || budgets.state === "exhausted") {
    const left = `${budgets.leftTodayUsd} of ${budgets.perDayUsd} USD are left today.`;
    return [warning("budget", left, 'Raise "perDayUsd" in providers.json, or wait for tomorrow (UTC).')];
  }
  return today.unknownCalls === 0
    ? []
    : [warning("budget", `The cost of ${counted(today.unknownCalls, "call")} of today is not known.`)];
}

async function checkPort(environment: Environment, { url }: Connection, held: boolean): Promise<Finding> {
  if (held) {
    return warning(
      "service",
      `A service is running, and none answers at ${url}.`,
      "export AGENT_HARNESS_URL=http://127.0.0.1:<its port>",
    );
  }
  const hostname = environment("AGENT_HARNESS_HOST") || "127.0.0.1";
  const port = Number(environment("AGENT_HARNESS_PORT") || "4317");
  if (await canListen(hostname, port)) {
    return ok("port", `${hostname}:${port} is free: agent-harness serve`);
  }
  return failed(
    "port",
    `Another program listens on ${hostname}:${port}, or it is no address of this machine.`,
    await elsewhere(),
  );
}

/** Lets service and commands meet where nobody else is. */
async function elsewhere(): Promise<string> {
  const free = await freePort();
  return `export AGENT_HARNESS_PORT=${free} AGENT_HARNESS_URL=http://127.0.0.1:${free}`;
}

async function canListen(hostname: string, port: number): Promise<boolean> {
  try {
    (await listening(hostname, port)).close();
    return true;
  } catch {
    return false;
  }
}

/** A port that nobody listens on now. */
async function freePort(): Promise<number> {
  const { close, port } = await listening("127.0.0.1", 0);
  close();
  return port;
}

async function listening(hostname: string, port: number): Promise<{ close: () => void; port: number }> {
  const listener = await Promise.resolve().then(() => Deno.listen({ hostname, port }));
  return { close: () => listener.close(), port: listener.addr.port };
}

function checkTokens(environment: Environment, storage: string | null): Finding {
  const host = environment("AGENT_HARNESS_HOST") || "127.0.0.1";
  const [given, agent] = ["AGENT_HARNESS_TOKEN", "AGENT_HARNESS_AGENT_TOKEN"].map(environment);
  let operator = given;
  try {
    operator ||= (storage && readTokenFile(storage)) ?? undefined;
  } catch (cause) {
    return failed("tokens", (cause as Error).message, `chmod 600 ${shellWord(tokenPath(storage!))}`);
  }
  const make = 'export AGENT_HARNESS_TOKEN="$(openssl rand -hex 32)"';
  if (!isLoopback(host) && !operator) {
    return failed("tokens", `${host} can be reached from other machines, and there is no token.`, make);
  }
  if (operator && operator === agent) {
    return failed("tokens", "The agent has the operator's token.", make.replace("_TOKEN", "_AGENT_TOKEN"));
  }
  if (given) return ok("tokens", "An operator token is set.");
  if (operator) return ok("tokens", `The operator's token is in ${tokenPath(storage!)}.`);
  return ok("tokens", "None is set: everyone on this machine is the operator, nobody else can connect.");
}
