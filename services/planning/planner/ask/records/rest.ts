import type { Claim } from "./proof.ts";

/** Returns the claims about the first of what was found, with one that says how many more there are. */
export function withRest(claims: Claim[], found: number): Claim[] {
  const left = found - claims.length;
  return left === 0
    ? claims
    : [...claims, { text: `There are ${left} more.`, cites: [], computed: [`${left} of ${found}`] }];
}
