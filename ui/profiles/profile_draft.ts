import type { Call } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";
import type { Profile } from "./types.ts";

type Settings = Call<
  "POST /agent-profiles/settings",
  Api["POST /agent-profiles/settings"]
>["body"]["settings"];

/** Returns a profile as text fields. */
export const draftOf = (profile: Profile) => ({
  label: profile.label,
  description: profile.description,
  instructions: profile.instructions,
  skillIds: profile.skillIds.join(", "),
  provider: profile.provider ?? "",
  model: profile.model ?? "",
  maxCostUsd: `${profile.limits.maxCostUsd ?? ""}`,
  maxTurns: `${profile.limits.maxTurns ?? ""}`,
  timeout: profile.limits.timeout ?? "",
  reason: "",
});
type Draft = ReturnType<typeof draftOf>;

/** Returns the changed fields of a profile; throws if there are none. */
export function changesOf(profile: Profile, draft: Draft, tools: readonly string[]): Settings {
  const before = draftOf(profile);
  const changed = (...names: (keyof Draft)[]) =>
    names.some((name) => draft[name].trim() !== before[name].trim());
  const settings: Settings = {
    ...(changed("label") && { label: draft.label.trim() }),
    ...(changed("description") && { description: draft.description.trim() }),
    ...(changed("instructions") && { instructions: draft.instructions.trim() }),
    ...(changed("skillIds") &&
      { skillIds: draft.skillIds.split(",").map((name) => name.trim()).filter(Boolean) }),
    ...(changed("provider") && { provider: draft.provider.trim() || null }),
    ...(changed("model") && { model: draft.model.trim() || null }),
    ...(changed("maxCostUsd", "maxTurns", "timeout") && { limits: limitsOf(draft) }),
    ...(!sameNames(tools, profile.toolAllowlist) && { toolAllowlist: [...tools] }),
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
