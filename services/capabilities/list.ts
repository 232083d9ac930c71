import type { Core } from "../kernel/context.ts";
import { NotFoundError } from "../kernel/errors.ts";
import { allProfiles } from "../profiles/read_model.ts";
import type { AgentProfile } from "../profiles/schemas.ts";
import { skillStream } from "../../store/skills/stream.ts";
import type { WorkersLive } from "../workers/live.ts";
import { type Declared, declaredCapabilities } from "./declared.ts";
import type { Capability, CapabilityQuery } from "./schemas.ts";

type Service = Core & WorkersLive;

/** Returns everything that the service can do, or deliberately cannot, with its users. */
export function listCapabilities(service: Service, query: CapabilityQuery): Capability[] {
  const { kind, state, offset, limit } = query;
  const found = declaredCapabilities(service).filter((each) =>
    (kind === undefined || each.kind === kind) && (state === undefined || each.state === state)
  );
  const profiles = activeProfiles(service);
  return found.slice(offset, offset + limit).map((each) => withUse(service, each, profiles));
}

/** Returns one capability. Throws `NotFoundError`. */
export function getCapability(service: Service, id: string): Capability {
  const found = declaredCapabilities(service).find((each) => each.id === id);
  if (!found) throw new NotFoundError("capability", id);
  return withUse(service, found, activeProfiles(service));
}

const activeProfiles = (service: Service): AgentProfile[] =>
  allProfiles(service).filter(({ status }) => status === "active");

function withUse(service: Service, declared: Declared, profiles: readonly AgentProfile[]): Capability {
  const colon = declared.id.indexOf(":");
  const name = declared.id.slice(colon + 1);
  const skill = declared.kind === "skill" ? service.store.documents.get(skillStream, name)?.name : undefined;
  const uses = (profile: AgentProfile): boolean => {
    switch (declared.kind) {
      case "tool":
        return profile.toolAllowlist.includes(name);
      case "policy_class":
        return profile.allowedPolicyClasses.includes(name);
      case "provider":
        return profile.provider === name;
      case "skill":
        return skill !== undefined && profile.skillIds.includes(skill);
      case "template":
        return profile.workflowTemplateId === name;
      default:
        return false;
    }
  };
  return { ...declared, usedBy: { profiles: profiles.filter(uses).map(({ id }) => id) } };
}
