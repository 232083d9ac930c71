import { ApiError } from "../../client/client.ts";
import type { ServiceClient } from "../service/connection.ts";
import { UnreachableError, usualUrl } from "../service/connection.ts";
import { canListen, freePort } from "../service/ports.ts";
import { describeFailure } from "../service/failure.ts";
import type { ControlPlaneStatus } from "../../services/operations/system/schemas.ts";
import { checkSecrets } from "./secrets.ts";
import { type DoctorFinding, failed, ok, warning } from "./finding.ts";
import type { StorageReport } from "./storage.ts";
import { access, checkTokens, refused } from "./tokens.ts";
import { counted } from "../../client/words.ts";
import { LOCAL } from "../local.later.ts";

type Environment = (name: string) => string | undefined;

/** Checks whether a service answers, or could be started at its address, and who may use it. */
export async function checkService(
  environment: Environment,
  connection: ServiceClient,
  { path, held, findings }: StorageReport,
): Promise<DoctorFinding[]> {
  const tokens = await checkTokens(environment, path);
  const isUsable = [...findings, tokens].every(({ status }) => status !== "failed");
  try {
    const { version } = await connection.call("GET /health");
    const answers = ok("service", `agent-harness ${version} answers at ${connection.url}.`);
    return [answers, ...await providers(connection, environment), ...await checkSecrets(connection), tokens];
  } catch (error) {
    if (error instanceof UnreachableError) {
      const invalid = isUsable && !held ? await checkVariables(environment) : null;
      return [invalid ?? await checkPort(environment, connection, held), tokens];
    }
    const detail = describeFailure(error)?.message ??
      `The server at ${connection.url} sent an unexpected response.`;
    if (error instanceof ApiError && error.status === 500) {
      return [failed("service", detail, "agent-harness logs --stream stderr"), tokens];
    }
    return [
      failed("service", detail, await elsewhere()),
      tokens,
    ];
  }
}

async function providers({ call }: ServiceClient, environment: Environment): Promise<DoctorFinding[]> {
  let status: ControlPlaneStatus | Omit<ControlPlaneStatus, "credentialReadiness">;
  try {
    status = await call("GET /control-plane/status");
  } catch (error) {
    const detail = describeFailure(error)?.message ?? "Could not ask the service.";
    return [refused("access", detail, environment)];
  }
  return [
    access(status.authMode, status.authDetail),
    ...responsiveness(status),
    ...ticketQueue(status),
    ...configuration(status),
    ...models(status),
    ...budget(status.spend),
  ];
}

function responsiveness({ unresponsive }: Pick<ControlPlaneStatus, "unresponsive">): DoctorFinding[] {
  return unresponsive === null
    ? []
    : [warning("responsiveness", unresponsive.detail, "agent-harness logs --stream stderr")];
}

const ticketQueue = ({ ticketQueue }: Pick<ControlPlaneStatus, "ticketQueue">): DoctorFinding[] =>
  ticketQueue === null ? [] : [
    warning(
      "tickets",
      ticketQueue,
      "Start the database, or check AGENT_HARNESS_QUEUE and start the service again.",
    ),
  ];

function configuration(
  { providerConfiguration }: Pick<ControlPlaneStatus, "providerConfiguration">,
): DoctorFinding[] {
  const { ok: good, path, detail, fix } = providerConfiguration;
  return good ? [] : [failed("providers.json", detail ?? `${path} cannot be used.`, fix ?? `Fix ${path}.`)];
}

function models(
  { providerHealth, modelCatalogStatus }: Pick<ControlPlaneStatus, "providerHealth" | "modelCatalogStatus">,
): DoctorFinding[] {
  const { nextStep } = modelCatalogStatus;
  return [
    ...providerHealth.map(({ provider, status, health, reason, fix }) =>
      status === "ready"
        ? ok("model", `${provider} is ready${health === "unknown" ? "; not checked yet" : ""}.`)
        : warning("model", `${provider}: ${reason ?? "not ready."}`, fix ?? undefined)
    ),
    ...(nextStep === null ? [] : [warning("model", nextStep.detail, nextStep.command)]),
  ];
}

const lostWords = (calls: number): string =>
  `is kept for ${counted(calls, "call")} that ${calls === 1 ? "was" : "were"} stopped before the end`;

function budget({ today, budgets }: ControlPlaneStatus["spend"]): DoctorFinding[] {
  if (budgets.state === "warned" || budgets.state === "exhausted") {
    const lost = today.lostUsd === 0 ? "" : ` ${today.lostUsd} USD ${lostWords(today.lostCalls)}.`;
    const left = `${budgets.leftTodayUsd} of ${budgets.perDayUsd} USD left today.${lost}`;
    return [warning("budget", left, 'Raise "perDayUsd" in providers.json, or wait for tomorrow (UTC).')];
  }
  return today.unknownCalls === 0
    ? []
    : [warning("budget", `The cost of ${counted(today.unknownCalls, "call")} today is unknown.`)];
}

/** Returns the finding about a variable with which no service would start, or null. */
async function checkVariables(environment: Environment): Promise<DoctorFinding | null> {
  const [{ ConfigError, readConfig }, { codeDirectory }] = [await LOCAL.config(), await LOCAL.main()];
  try {
    readConfig(environment, codeDirectory());
    return null;
  } catch (cause) {
    if (!(cause instanceof ConfigError)) throw cause;
    const variable = /^[A-Z][A-Z_]+(?= )/.exec(cause.message)?.[0];
    return failed(
      "configuration",
      cause.message,
      variable ? `unset ${variable}` : "agent-harness config show",
    );
  }
}

async function checkPort(
  environment: Environment,
  { url }: ServiceClient,
  held: boolean,
): Promise<DoctorFinding> {
  if (held) {
    return warning(
      "service",
      `A service is running, but not at ${url}.`,
      "export AGENT_HARNESS_URL=http://127.0.0.1:<its port>",
    );
  }
  const hostname = environment("AGENT_HARNESS_HOST") || "127.0.0.1";
  const port = Number(environment("AGENT_HARNESS_PORT") || new URL(usualUrl(environment)).port);
  if (await canListen(hostname, port)) {
    return ok("port", `${hostname}:${port} is free: agent-harness serve`);
  }
  return failed(
    "port",
    `${hostname}:${port} is in use by another program, or is not an address of this machine.`,
    await elsewhere(),
  );
}

/** Returns the variables for a free port, for service and commands alike. */
async function elsewhere(): Promise<string> {
  const free = await freePort();
  return `export AGENT_HARNESS_PORT=${free} AGENT_HARNESS_URL=http://127.0.0.1:${free}`;
}
