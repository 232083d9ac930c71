import { automationStream } from "../../../store/automations/stream.ts";
import { allProfiles } from "../profiles/read_model.ts";
import { skillsNamed } from "../../knowledge/skills/read_model.ts";
import { KINDS } from "../../control/workflows/kinds/mod.ts";
import { CONNECTOR_TOOL, isAction } from "../workers/rights.ts";
import { usesOfWorkflows } from "../../control/workflows/uses.ts";
import type { RegistrationSources } from "./declared/mod.ts";
import { NODE_CLASSES } from "./declared/workflows.ts";
import type { Capability } from "./declared/schemas.ts";

type Uses = ReadonlyMap<string, readonly string[]>;

/** Returns which active profiles, saved workflows and automations use the capability with an id. */
export async function usersOf(service: RegistrationSources): Promise<(id: string) => Capability["usedBy"]> {
  const workflows = await usesOfEach(service);
  const users = {
    profiles: usesOfProfiles(service),
    workflows,
    automations: usesOfAutomations(service, workflows),
  };
  const using = (uses: Uses, id: string) =>
    [...uses].filter(([, capabilities]) => capabilities.includes(id)).map(([user]) => user);
  return (id) => ({
    profiles: using(users.profiles, id),
    workflows: using(users.workflows, id),
    automations: using(users.automations, id),
  });
}

const usesOfProfiles = (service: RegistrationSources): Uses =>
  new Map(
    allProfiles(service).filter(({ status }) => status === "active").map((profile) => [profile.id, [
      ...profile.toolAllowlist.flatMap(capabilitiesOf),
      ...profile.allowedPolicyClasses.map((name) => `policy:${name}`),
      ...skills(service, profile.skillIds),
      ...(profile.provider === null ? [] : [`provider:${profile.provider}`]),
      ...(profile.workflowTemplateId === null ? [] : [`template:${profile.workflowTemplateId}`]),
    ]]),
  );

/** One action of a connector uses the connector, and the tool for all of them. */
const capabilitiesOf = (name: string): string[] =>
  isAction(name) ? [`tool:${CONNECTOR_TOOL}`, `connector:${name.split(".")[0]}`] : [`tool:${name}`];

/** Names and ids of skills stand for the versions in use. */
const skills = (service: RegistrationSources, named: readonly string[]): string[] =>
  skillsNamed(service, named).flatMap((skill) => skill ? [`skill:${skill.id}`] : []);

async function usesOfEach(service: RegistrationSources): Promise<Uses> {
  const uses = await usesOfWorkflows(service);
  return new Map([...uses].map(([id, used]) => [id, [
    ...[...used.kinds].flatMap((kind) => [
      `node:${kind}`,
      `policy:${NODE_CLASSES[KINDS[kind].policyClass]}`,
    ]),
    ...[...used.providers].map((provider) => `provider:${provider}`),
    ...skills(service, [...used.skills]),
  ]]));
}

/** An automation uses what its workflow uses, and the provider that it names. */
const usesOfAutomations = ({ store }: RegistrationSources, workflows: Uses): Uses =>
  new Map(
    store.documents.all(automationStream, {}).map(({ id, action }) => [id, [
      ...(action.kind === "workflow" ? workflows.get(action.workflowId) ?? [] : []),
      ...(action.worker ? [`provider:${action.worker.provider}`] : []),
    ]]),
  );
