import type { ProviderModel } from "../providers/definition.ts";

/** Tokens of one call; null where the provider does not say. */
export type Tokens = { input: number | null; output: number | null };

type Prices = Pick<ProviderModel, "inputCostPerMillion" | "outputCostPerMillion">;

/** What a call cost, in US dollars; null when a number that it needs is not known. Pure. */
export function costOf({ inputCostPerMillion, outputCostPerMillion }: Prices, tokens: Tokens): number | null {
  const part = (price: number | null, count: number | null) =>
    price === 0 ? 0 : price === null || count === null ? null : price * count / 1_000_000;
  const [input, output] = [
    part(inputCostPerMillion, tokens.input),
    part(outputCostPerMillion, tokens.output),
  ];
  return input === null || output === null ? null : rounded(input + output);
}

/** To a billionth of a dollar, so that a sum has no stray digits. */
const rounded = (dollars: number): number => Math.round(dollars * 1e9) / 1e9;

/** About how many tokens a text has. On the high side: four characters of English are a token, of code about three. */
export const tokensIn = (text: string): number => Math.ceil(text.length / 3);
