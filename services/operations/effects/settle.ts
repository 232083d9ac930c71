import { effectStream } from "../../../store/effects/stream.ts";
import type { OutsideKind } from "../../../store/effects/kinds.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { settleAction } from "../../planning/planner_actions/settle_action.ts";
import { settleMail } from "../../planning/planner_actions/settle_mail.ts";
import { requireEffect, showEffect } from "./list.ts";
import type { SettleEffectInput, ShownEffect } from "./schemas.ts";

/** What else is recorded in the unit: in the domains whose own records say how an effect stands. */
const ALONGSIDE: Partial<Record<OutsideKind, typeof settleMail>> = {
  mail: settleMail,
  calendar_write: settleAction,
};

/**
 * Records what a person found of an effect that is uncertain. Nothing is attempted. The same finding again changes nothing;
 * another one, or one of an effect that is not uncertain, is refused with `InvalidError`.
 */
export function settleEffect(ctx: Ctx, id: string, found: SettleEffectInput): ShownEffect {
  const effect = requireEffect(ctx, id);
  const { kind, subject, state, settled } = effect;
  if (settled === 1 && state === found.as) return showEffect(effect);
  if (state !== "uncertain") {
    const why = settled === 1 ? "a person settled it" : "only an uncertain effect needs a person";
    throw new InvalidError(`The effect ${id} is ${state}: ${why}.`);
  }
  ctx.write(() => {
    const data = { as: found.as, note: found.note ?? null };
    record(ctx, effectStream, id, [{ type: "effect.settled", data }]);
    ALONGSIDE[kind]?.(ctx, subject, found);
  });
  return showEffect(requireEffect(ctx, id));
}
