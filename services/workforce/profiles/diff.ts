import { isDeepStrictEqual } from "node:util";
import { STRICTEST_FIRST } from "../../../store/shared/policy_classes.ts";
import type { ProfileContent } from "../../../store/profiles/stream.ts";
import type { Privacy } from "../../../store/shared/enumerations.ts";
import { covers } from "../workers/rights.ts";
import { PROFILE_FIELDS, type ProfileField } from "./content.ts";
import { durationSeconds } from "./rights.ts";

/** Whether a change adds rights, removes rights, or neither. */
type ChangeEffect = "widens" | "narrows" | "neutral";

/** One change of a field; lists and limits have one for each name. */
export type FieldChange = { path: string; before: unknown; after: unknown; effect: ChangeEffect };

/** How far from this machine the hinted model is; null if the hint names no known one. */
export type PrivacyOf = (hint: Pick<ProfileContent, "provider" | "model">) => Privacy | null;

const DISTANCE: Readonly<Record<Privacy, number>> = { local: 0, "private-network": 1, "third-party": 2 };

const STRICTNESS: readonly string[] = STRICTEST_FIRST;

/** Returns the changes from one content to another, and what each does to the rights. Pure. */
export function profileDiff(
  before: ProfileContent,
  after: ProfileContent,
  privacyOf: PrivacyOf,
): FieldChange[] {
  return PROFILE_FIELDS.flatMap((field): FieldChange[] => {
    if (isDeepStrictEqual(before[field], after[field])) return [];
    switch (field) {
      case "toolAllowlist":
      case "skillIds":
      case "allowedPolicyClasses":
        return names(field, before[field], after[field]);
      case "limits":
        return limits(before.limits, after.limits);
      default:
        return [{
          path: field,
          before: before[field] ?? null,
          after: after[field] ?? null,
          effect: effectOf(field),
        }];
    }
  });

  function effectOf(field: ProfileField): ChangeEffect {
    switch (field) {
      case "instructions":
      case "role":
      case "workflowTemplateId":
        return "widens";
      case "here":
        return before.here ? "widens" : "narrows";
      case "needs":
        return before.needs?.every((need) => after.needs?.includes(need)) ?? true ? "narrows" : "widens";
      case "provider":
      case "model":
        return hintEffect(before, after);
      case "approvalPolicyClass":
        return STRICTNESS.indexOf(after[field]) > STRICTNESS.indexOf(before[field]) ? "widens" : "narrows";
      default:
        return "neutral";
    }
  }

  /** Without a hint any model may be used, with one none that is further away, so removing a hint widens. */
  function hintEffect(before: ProfileContent, after: ProfileContent): ChangeEffect {
    const reach = after.provider === null ? DISTANCE["third-party"] : distance(after);
    return reach > distance(before) ? "widens" : "neutral";
  }

  function distance(content: ProfileContent): number {
    if (content.provider === null) return 0;
    const privacy = privacyOf(content);
    return privacy === null ? Infinity : DISTANCE[privacy];
  }
}

function names(field: string, before: readonly string[], after: readonly string[]): FieldChange[] {
  return [
    ...after.filter((name) => !before.includes(name)).map((name) =>
      change(field, name, false, true, covers(before, name) ? "neutral" : "widens")
    ),
    ...before.filter((name) => !after.includes(name)).map((name) =>
      change(field, name, true, false, covers(after, name) ? "neutral" : "narrows")
    ),
  ];
}

const change = (
  field: string,
  name: string,
  before: unknown,
  after: unknown,
  effect: ChangeEffect,
): FieldChange => ({ path: `${field}.${name}`, before, after, effect });

function limits(before: ProfileContent["limits"], after: ProfileContent["limits"]): FieldChange[] {
  return (["maxCostUsd", "maxTurns", "timeout"] as const).flatMap((name) => {
    const [was, is] = [amount(before[name]), amount(after[name])];
    if (was === is) return [];
    return [
      change("limits", name, before[name] ?? null, after[name] ?? null, is > was ? "widens" : "narrows"),
    ];
  });
}

const amount = (limit: number | string | undefined): number =>
  limit === undefined ? Infinity : typeof limit === "string" ? durationSeconds(limit) : limit;
