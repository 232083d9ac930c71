import type { ProfileContent } from "../../../store/profiles/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { findProvider } from "../../sessions/models/providers/find.ts";
import { POLICY_CLASSES } from "../../ground/policy/classes.ts";
import { skillsNamed, usableSkills } from "../../knowledge/skills/read_model.ts";
import { declaredActions } from "../connectors/list.ts";
import { TOOL_REGISTRATIONS } from "../worker_kinds/kinds.ts";
import type { WorkersLive } from "../workers/live.ts";
import { isAction } from "../workers/rights.ts";

/** Throws `InvalidError` for the first unknown name in a profile, with the known ones. */
export function checkNames(
  service: Pick<Core & WorkersLive, "store" | "providers" | "config">,
  content: ProfileContent,
): void {
  const tools = TOOL_REGISTRATIONS.map(({ name }) => name);
  for (const name of content.toolAllowlist) {
    if (isAction(name)) requireName("toolAllowlist", "action of a connector", name, declaredActions(service));
    else requireName("toolAllowlist", "tool", name, tools);
  }
  const classes = POLICY_CLASSES.filter((name) => name !== "blocked");
  for (const name of content.allowedPolicyClasses) {
    requireName("allowedPolicyClasses", "policy class", name, classes);
  }
  const unknown = content.skillIds.find((_, i) => skillsNamed(service, content.skillIds)[i] === null);
  if (unknown !== undefined) {
    const skills = usableSkills(service).map(({ id, name }) => `${id} (${name})`);
    requireName("skillIds", "skill that may be used", unknown, skills);
  }
  if (content.model !== null && content.provider === null) {
    throw new InvalidError(`model: "${content.model}" needs a provider. Name both, or neither.`);
  }
  if (content.provider !== null && !findProvider(service, content.provider)) {
    throw new InvalidError(
      `provider: the provider "${content.provider}" does not exist. GET /models lists the providers.`,
    );
  }
}

function requireName(field: string, kind: string, name: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  const there = known.length === 0 ? "None exist." : `Known names: ${known.slice(0, 30).join(", ")}.`;
  throw new InvalidError(`${field}: there is no ${kind} "${name}". ${there}`);
}
