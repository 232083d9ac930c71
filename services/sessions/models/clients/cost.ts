import type { ProviderModel } from "../providers/settings/definition.ts";

/** Tokens of one call; null where the provider does not report them. */
export type Tokens = { input: number | null; output: number | null };

type Prices = Pick<ProviderModel, "inputCostPerMillion" | "outputCostPerMillion">;

/** Returns what a call cost in US dollars; null when a required number is unknown. Pure. */
export function costOf({ inputCostPerMillion, outputCostPerMillion }: Prices, tokens: Tokens): number | null {
  const part = (price: number | null, count: number | null) =>
    price === 0 ? 0 : price === null || count === null ? null : price * count / 1_000_000;
  const [input, output] = [
    part(inputCostPerMillion, tokens.input),
    part(outputCostPerMillion, tokens.output),
  ];
  return input === null || output === null ? null : rounded(input + output);
}

/** Rounds to a billionth of a dollar, so that sums have no stray digits. */
const rounded = (dollars: number): number => Math.round(dollars * 1e9) / 1e9;

/** Estimates the tokens of a text, on the high side: English has four characters per token, code about three. */
export const tokensIn = (text: string): number => Math.ceil(text.length / 3);
