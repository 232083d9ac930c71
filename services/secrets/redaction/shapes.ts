import type { Span } from "./search.ts";

/** What every shape begins with: a text without any of these is not looked at any closer. */
const BEGINNINGS =
  /sk-|sk_live_|rk_live_|gh[pousr]_|github_pat_|glpat-|AKIA|ASIA|xox[abeprs]-|AIza|npm_|hf_|-----BEGIN |bearer /i;

/** Well-known shapes of keys, each as it is written where nothing else is meant. The last group is what is taken out. */
const SHAPES: readonly RegExp[] = [
  /(?<![A-Za-z0-9])(sk-(?:[A-Za-z0-9]+-)*[A-Za-z0-9_-]{20,})/g, // OpenAI, Anthropic, OpenRouter and their like
  /(?<![A-Za-z0-9])([sr]k_live_[A-Za-z0-9]{16,})/g, // Stripe
  /(?<![A-Za-z0-9])(gh[pousr]_[A-Za-z0-9]{30,})/g, // GitHub
  /(?<![A-Za-z0-9])(github_pat_[A-Za-z0-9_]{40,})/g,
  /(?<![A-Za-z0-9])(glpat-[A-Za-z0-9_-]{20,})/g, // GitLab
  /(?<![A-Za-z0-9])((?:AKIA|ASIA)[A-Z0-9]{16})(?![A-Za-z0-9])/g, // AWS
  /(?<![A-Za-z0-9])(xox[abeprs]-[A-Za-z0-9-]{10,})/g, // Slack
  /(?<![A-Za-z0-9])(AIza[A-Za-z0-9_-]{35})/g, // Google
  /(?<![A-Za-z0-9])(npm_[A-Za-z0-9]{36})/g,
  /(?<![A-Za-z0-9])(hf_[A-Za-z0-9]{30,})/g, // Hugging Face
  /(?<=\bbearer )([A-Za-z0-9._~+/-]{16,}=*)/gi, // RFC 6750
  /(-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|$))/g, // PEM
];

/** Where a text holds what looks like a key. */
export function findShapes(text: string): Span[] {
  if (!BEGINNINGS.test(text)) return [];
  return SHAPES.flatMap((shape) =>
    [...text.matchAll(shape)].map(({ index, 0: found }) => ({ start: index, end: index + found.length }))
  );
}

/** From where on a text may hold a PEM block whose end is still to come; its length where there is none. */
export function openBlock(text: string): number {
  const begin = text.lastIndexOf("-----BEGIN ");
  return begin < 0 || text.includes("-----END ", begin) ? text.length : begin;
}
