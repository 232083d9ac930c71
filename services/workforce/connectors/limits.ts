import type { ConnectorDocument } from "../../../store/connectors/document.ts";
import type { Core } from "../../ground/kernel/context.ts";
import type { Declaration } from "./declaration.ts";

/** Returns why the connector's limits do not allow an action to start now, or null. `spent` is today's total so far. */
export function limitFault({ label, limits }: Declaration, amount: number, spent: number): string | null {
  const { perAction, perDay, currency } = limits;
  if (amount > perAction) {
    return `${amount} ${currency} is more than the ${perAction} ${currency} that ${label} allows for one action.`;
  }
  if (spent + amount > perDay) {
    return `With ${amount} ${currency}, ${label} would reach ${
      spent + amount
    } of ${perDay} ${currency} for today (UTC).`;
  }
  return null;
}

/** Returns what the actions of a connector amount to so far today (UTC). */
export const spentToday = ({ now }: Pick<Core, "now">, { spent }: ConnectorDocument): number =>
  spent.day === now().toISOString().slice(0, 10) ? spent.amount : 0;
