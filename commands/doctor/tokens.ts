import type { AccessMode } from "../../services/ground/kernel/access_mode.ts";
import { isLoopback } from "../../services/ground/kernel/loopback.ts";
import { shellWord } from "../../client/shell_word.ts";
import { type DoctorFinding, failed, ok, warning } from "./finding.ts";
import { LOCAL } from "../local.later.ts";
import { messageOf } from "../../store/shared/message_of.ts";

type Environment = (name: string) => string | undefined;

const MAKE_A_TOKEN = "agent-harness init --token    # then restart the service";

/** Returns who can do what with a service. */
export const access = (mode: AccessMode, sentence: string): DoctorFinding =>
  mode === "token" ? ok("access", sentence) : warning("access", sentence, MAKE_A_TOKEN);

/** Says that the service did not let the command in: with a token that is set, nothing else works either. */
export function refused(name: string, detail: string, environment: Environment): DoctorFinding {
  return environment("AGENT_HARNESS_TOKEN")
    ? failed(name, detail, "unset AGENT_HARNESS_TOKEN    # or set it to the service's token")
    : warning(name, detail, "export AGENT_HARNESS_TOKEN=<the service's token>");
}

/** Checks which tokens a service started here would have. */
export async function checkTokens(environment: Environment, storage: string | null): Promise<DoctorFinding> {
  const { readTokenFile, tokenPath } = await LOCAL.tokenFile();
  const host = environment("AGENT_HARNESS_HOST") || "127.0.0.1";
  const [given, agent] = ["AGENT_HARNESS_TOKEN", "AGENT_HARNESS_AGENT_TOKEN"].map(environment);
  let inFile: string | null;
  try {
    inFile = storage === null ? null : readTokenFile(storage);
  } catch (cause) {
    return failed("tokens", messageOf(cause), `chmod 600 ${shellWord(tokenPath(storage!))}`);
  }
  const operator = given || inFile;
  const make = 'export AGENT_HARNESS_TOKEN="$(openssl rand -hex 32)"';
  if (!isLoopback(host) && !operator) {
    return failed("tokens", `${host} can be reached from other machines, and there is no token.`, make);
  }
  if (operator && operator === agent) {
    return failed("tokens", "The agent has the operator's token.", make.replace("_TOKEN", "_AGENT_TOKEN"));
  }
  if (given) return ok("tokens", "An operator token is set.");
  return inFile === null
    ? ok("tokens", "No operator token is set here.")
    : ok("tokens", `The operator's token is in ${tokenPath(storage!)}.`);
}
