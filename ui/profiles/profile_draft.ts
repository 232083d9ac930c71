import type { Call } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";
import type { Profile } from "./types.ts";

type Settings = Call<
  "POST /agent-profiles/settings",
  Api["POST /agent-profiles/settings"]
>["body"]["settings"];

/** Returns the single actions of connectors that a profile allows; no tool has a dot in its name. */
const actionsOf = ({ toolAllowlist }: Profile): string[] =>
  toolAllowlist.filter((name) => name.includes("."));

/** Returns the tools that a profile allows. */
export const toolsOf = ({ toolAllowlist }: Profile): string[] =>
  toolAllowlist.filter((name) => !name.includes("."));

const namesIn = (text: string): string[] => text.split(",").map((name) => name.trim()).filter(Boolean);

/** Returns a profile as text fields. */
export const draftOf = (profile: Profile) => ({
  label: profile.label,
  description: profile.description,
  instructions: profile.instructions,
  skillIds: profile.skillIds.join(", "),
  actions: actionsOf(profile).join(", "),
  provider: profile.provider ?? "",
  model: profile.model ?? "",
  maxCostUsd: `${profile.limits.maxCostUsd ?? ""}`,
  maxTurns: `${profile.limits.maxTurns ?? ""}`,
  timeout: profile.limits.timeout ?? "",
  needs: profile.needs?.join(", ") ?? "",
  here: profile.here ? "here" : "",
  reason: "",
});
type Draft = ReturnType<typeof draftOf>;

/** Returns the changed fields of a profile; throws if there are none. */
export function changesOf(profile: Profile, draft: Draft, tools: readonly string[]): Settings {
  const before = draftOf(profile);
  const changed = (...names: (keyof Draft)[]) =>
    names.some((name) => draft[name].trim() !== before[name].trim());
  const allowed = [...tools, ...namesIn(draft.actions)];
  const settings: Settings = {
    ...(changed("label") && { label: draft.label.trim() }),
    ...(changed("description") && { description: draft.description.trim() }),
    ...(changed("instructions") && { instructions: draft.instructions.trim() }),
    ...(changed("skillIds") && { skillIds: namesIn(draft.skillIds) }),
    ...(changed("provider") && { provider: draft.provider.trim() || null }),
    ...(changed("model") && { model: draft.model.trim() || null }),
    ...(changed("maxCostUsd", "maxTurns", "timeout") && { limits: limitsOf(draft) }),
    ...(changed("needs") && { needs: namesIn(draft.needs) }),
    ...(changed("here") && { here: draft.here !== "" }),
    ...(!sameNames(allowed, profile.toolAllowlist) && { toolAllowlist: allowed }),
  };
  if (Object.keys(settings).length === 0) throw new Error("Nothing is changed yet.");
  return settings;
}

const limitsOf = ({ maxCostUsd, maxTurns, timeout }: Draft): NonNullable<Settings["limits"]> => ({
  ...(maxCostUsd !== "" && { maxCostUsd: Number(maxCostUsd) }),
  ...(maxTurns !== "" && { maxTurns: Number(maxTurns) }),
  ...(timeout.trim() !== "" && { timeout: timeout.trim() }),
});

const sameNames = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name));
