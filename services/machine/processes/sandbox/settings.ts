import { isAbsolute, join, normalize } from "node:path";
import { z } from "zod";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { type AllowedHost, parseAllowedHost } from "../../network/allowed_host.ts";
import { defaultLimits } from "./limits.ts";
import type { Limits } from "./limit.ts";
import { type Exception, EXCEPTIONS } from "./seccomp/refusals.ts";
import { isWithin } from "../../../ground/kernel/is_within.ts";
import { jsonProblem } from "../../../../store/shared/json_problem.ts";
import { messageOf } from "../../../../store/shared/message_of.ts";
import { fromKeys } from "../../../../store/shared/records.ts";

/** The purposes of commands. `agent` is a coding agent, which runs for as long as its task. */
export const PURPOSES = ["setup", "worker", "verifier", "agent"] as const;
/** One of them. */
export type Purpose = typeof PURPOSES[number];

const paths = z.array(z.string().min(1)).max(100).optional();

const hostSchema = z.string().max(300).refine(
  (text) => parseAllowedHost(text) !== null,
  'A host is "name", "*.name", "name:port" or "address:port", without a scheme and a path',
);

const variableSchema = z.union([
  z.string().max(10_000),
  z.strictObject({ secret: z.string().min(1).describe("the id or the name of a stored secret") }),
]);

/** A value for a variable, or the stored secret with its value. */
export type VariableValue = z.output<typeof variableSchema>;

const count = z.number().int().min(1).max(2 ** 40).optional();

const limitsSchema = z.strictObject({
  memoryMegabytes: count.describe(
    "for all processes of a command; three quarters of the machine's if absent",
  ),
  processes: count.describe("at once; 4096 if absent"),
  fileMegabytes: count.describe("for one file; 8590 if absent"),
});

const systemCallsSchema = z.strictObject(
  fromKeys(EXCEPTIONS, () => z.boolean().optional()),
);

const ruleSchema = z.strictObject({
  sandbox: z.boolean().optional().describe("false runs commands as this user, unconfined"),
  network: z.array(z.enum(PURPOSES)).optional().describe(
    "which commands can reach allowed hosts; setup if absent",
  ),
  hosts: z.array(hostSchema).max(200).optional().describe(
    "additional hosts that those commands may reach; only an exact host:port may have a non-public address",
  ),
  defaultHosts: z.boolean().optional().describe(
    "false excludes the package registries configured on this machine, or the public ones",
  ),
  setupEnvironment: z.record(z.string().regex(/^[A-Za-z_]\w*$/), variableSchema).optional().describe(
    "variables for setup commands; { secret } takes the value from a stored secret",
  ),
  limits: limitsSchema.optional().describe("how much of this machine one command may use"),
  systemCalls: systemCallsSchema.optional().describe(
    "true allows a group of system calls that is refused otherwise",
  ),
  userNamespaces: z.boolean().optional().describe(
    "whether programs may make user namespaces, as browsers and test suites do for their own sandboxes; true if absent, unless the service runs as root",
  ),
  readable: paths.describe("more directories and files to show, absolute or with ~/"),
  writable: paths.describe("more directories that commands may change permanently, absolute or with ~/"),
});

/** `sandbox.json` in the storage directory: rules for all repositories, and for some by their path. */
export const sandboxSettingsSchema = ruleSchema.extend({
  repositories: z.record(z.string(), ruleSchema).optional().describe(
    "by the repository's absolute path; sandbox, network, defaultHosts and userNamespaces replace the general settings, the rest is added to them",
  ),
});

/** The operator's rule for one command. */
export type SandboxRule = {
  sandbox: boolean;
  network: boolean;
  hosts: AllowedHost[];
  defaultHosts: boolean;
  environment: Record<string, VariableValue>;
  limits: Limits;
  /** Groups of system calls that are allowed although a sandbox refuses them by default. */
  systemCalls: Exception[];
  /** Absent for the default of `composeSandbox`. */
  userNamespaces?: boolean;
  readable: string[];
  writable: string[];
};

/** What programs may ask the kernel for; the defaults if absent. */
export type KernelRule = Partial<Pick<SandboxRule, "systemCalls" | "userNamespaces">>;

/** The operator's rules for commands. Agents cannot write this file. */
export const settingsPath = (storageDirectory: string): string => join(storageDirectory, "sandbox.json");

/**
 * Returns the rule for a command of a repository. It is read for each command, so a change applies from the next one on.
 *
 * @throws {InvalidError} naming what is wrong in the file; nothing may run then
 */
export async function sandboxRuleOf(
  storageDirectory: string,
  home: string,
  root: string,
  purpose: Purpose,
): Promise<SandboxRule> {
  const { repositories = {}, ...general } = await readSettings(storageDirectory);
  const own = Object.entries(repositories).find(([path]) => expand(path, home) === root)?.[1] ?? {};
  const userNamespaces = own.userNamespaces ?? general.userNamespaces;
  const both = (name: "readable" | "writable") =>
    [...general[name] ?? [], ...own[name] ?? []].map((path) => place(path, home, storageDirectory));
  return {
    sandbox: own.sandbox ?? general.sandbox ?? true,
    network: (own.network ?? general.network ?? ["setup"]).includes(purpose),
    hosts: [...general.hosts ?? [], ...own.hosts ?? []].flatMap((text) => parseAllowedHost(text) ?? []),
    defaultHosts: own.defaultHosts ?? general.defaultHosts ?? true,
    environment: purpose === "setup" ? { ...general.setupEnvironment, ...own.setupEnvironment } : {},
    limits: limitsOf({ ...general.limits, ...own.limits }),
    systemCalls: EXCEPTIONS.filter((id) => ({ ...general.systemCalls, ...own.systemCalls })[id] === true),
    ...(userNamespaces !== undefined && { userNamespaces }),
    readable: both("readable"),
    writable: both("writable"),
  };
}

/**
 * Reads the file; without one the defaults apply.
 *
 * @throws {InvalidError} naming what is wrong in it
 */
export async function readSettings(
  storageDirectory: string,
): Promise<z.output<typeof sandboxSettingsSchema>> {
  const path = settingsPath(storageDirectory);
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return {};
    throw new InvalidError(`${path} cannot be read: ${messageOf(error)}.`, { cause: error });
  }
  const parsed = sandboxSettingsSchema.safeParse(jsonOf(text, path));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.length ? ` at ${issue.path.join(".")}` : "";
  throw new InvalidError(`${path} is not valid${where}: ${issue?.message}. No command runs until it is.`);
}

function limitsOf({ memoryMegabytes, processes, fileMegabytes }: z.output<typeof limitsSchema>): Limits {
  const defaults = defaultLimits();
  return {
    memoryBytes: memoryMegabytes === undefined ? defaults.memoryBytes : memoryMegabytes * 1e6,
    processes: processes ?? defaults.processes,
    fileBytes: fileMegabytes === undefined ? defaults.fileBytes : fileMegabytes * 1e6,
  };
}

function jsonOf(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidError(
      `${path} is not valid JSON: ${jsonProblem(error)}. No command runs until it is.`,
    );
  }
}

function place(path: string, home: string, storageDirectory: string): string {
  const whole = expand(path, home);
  if (!isAbsolute(whole)) {
    throw new InvalidError(
      `${
        settingsPath(storageDirectory)
      } has the path "${path}". Only absolute paths and paths that begin with ~/ are allowed.`,
    );
  }
  if (isWithin(whole, storageDirectory)) {
    throw new InvalidError(
      `${
        settingsPath(storageDirectory)
      } has the path "${path}", which is in the storage directory. No command may see that.`,
    );
  }
  return whole;
}

const expand = (path: string, home: string): string =>
  normalize(path.replace(/^~(?=\/|$)/, () => home)).replace(/(?<=.)\/$/, "");
