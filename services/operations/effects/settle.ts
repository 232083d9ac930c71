import { effectStream } from "../../../store/effects/stream.ts";
import type { OutsideKind } from "../../../store/effects/kinds.ts";
import type { Finding } from "../../ground/effects/effect.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { settleAction, settleMail } from "../../planning/planner_actions/settle.ts";
import { requireEffect, showEffect } from "./list.ts";
import type { SettleEffectInput, ShownEffect } from "./schemas.ts";

/** Prepares what else is recorded in the unit. */
type Settle = (ctx: Ctx, id: string, found: Finding) => (() => void) | Promise<() => void>;

/** The domains whose own records say how an effect stands. */
const ALONGSIDE: Partial<Record<OutsideKind, Settle>> = {
  mail: settleMail,
  calendar_write: settleAction,
};

/**
 * Returns a function that records what a person found of an effect that is uncertain. Nothing is attempted. The same finding again
 * changes nothing; another one, or one of an effect that is not uncertain, is refused with `InvalidError`.
 */
export async function settleEffect(
  ctx: Ctx,
  id: string,
  found: SettleEffectInput,
): Promise<() => ShownEffect> {
  const { kind, subject } = requireEffect(ctx, id);
  const alongside = await ALONGSIDE[kind]?.(ctx, subject, found);
  return () => settle(ctx, id, found, alongside);
}

function settle(
  ctx: Ctx,
  id: string,
  found: SettleEffectInput,
  alongside: (() => void) | undefined,
): ShownEffect {
  const effect = requireEffect(ctx, id);
  const { state, settled } = effect;
  if (settled === 1 && state === found.as) return showEffect(effect);
  if (state !== "uncertain") {
    const why = settled === 1 ? "a person settled it" : "only an uncertain effect needs a person";
    throw new InvalidError(`The effect ${id} is ${state}: ${why}.`);
  }
  ctx.write(() => {
    const data = { as: found.as, note: found.note ?? null };
    record(ctx, effectStream, id, [{ type: "effect.settled", data }]);
    alongside?.();
  });
  return showEffect(requireEffect(ctx, id));
}
