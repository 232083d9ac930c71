import type { TextSpan } from "./search.ts";

/** What every shape begins with: a text without any of these is not examined further. */
const BEGINNINGS =
  /sk-|sk_live_|rk_live_|gh[pousr]_|github_pat_|glpat-|AKIA|ASIA|xox[abeprs]-|AIza|npm_|hf_|SG\.|pypi-|GOCSPX-|AccountKey=|[Ss](?:ecret|ECRET)_?[Aa](?:ccess|CCESS)_?[Kk](?:ey|EY)|-----BEGIN |[Bb]earer /;

const PEM_NAME = "(?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----";

/** Between lines: a line break, also as JSON and shells spell it. */
const BREAK = "(?:\\s|\\\\[nr])";

/** A private key in PEM (RFC 7468): its headers, its lines of base64, and its end if present. */
const PEM_BLOCK = new RegExp(
  `-----BEGIN ${PEM_NAME}(?:${BREAK}|[A-Za-z-]+: .*\\n)*[A-Za-z0-9+/=]{16,}(?:${BREAK}+[A-Za-z0-9+/=]{40,})*` +
    `(?:${BREAK}+[A-Za-z0-9+/=]*${BREAK}*-----END ${PEM_NAME})?`,
  "g",
);

/** Well-known shapes of keys that mean nothing else. */
const SHAPES: readonly RegExp[] = [
  /(?<![A-Za-z0-9])(sk-(?=[a-z_-]*[A-Z0-9])[A-Za-z0-9_-]{20,})/g, // OpenAI, Anthropic, OpenRouter and similar
  /(?<![A-Za-z0-9])([sr]k_live_[A-Za-z0-9]{16,})/g, // Stripe
  /(?<![A-Za-z0-9])(gh[pousr]_[A-Za-z0-9]{30,})/g, // GitHub
  /(?<![A-Za-z0-9])(github_pat_[A-Za-z0-9_]{40,})/g,
  /(?<![A-Za-z0-9])(glpat-[A-Za-z0-9_-]{20,})/g, // GitLab
  /(?<![A-Za-z0-9])((?:AKIA|ASIA)[A-Z0-9]{16})(?![A-Za-z0-9])/g, // AWS
  // An AWS secret key is recognizable only by the name in front of it.
  /(?<=secret_?access_?key["']?\s{0,4}(?:[:=]|=>)\s{0,4}["']?)([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
  /(?<=AccountKey=)([A-Za-z0-9/+]{86}==)/g, // Azure Storage
  /(?<![A-Za-z0-9])(SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43})(?![A-Za-z0-9_-])/g, // SendGrid
  /(?<![A-Za-z0-9])(pypi-[A-Za-z0-9_-]{50,})/g,
  /(?<![A-Za-z0-9])(GOCSPX-[A-Za-z0-9_-]{28})/g, // Google OAuth clients
  /(?<![A-Za-z0-9])(xox[abeprs]-[A-Za-z0-9-]{10,})/g, // Slack
  /(?<![A-Za-z0-9])(AIza[A-Za-z0-9_-]{35})/g, // Google
  /(?<![A-Za-z0-9])(npm_[A-Za-z0-9]{36})/g,
  /(?<![A-Za-z0-9])(hf_[A-Za-z0-9]{30,})/g, // Hugging Face
  /(?<=\b[Bb]earer )((?=[a-z._~+/-]*[A-Z0-9])[A-Za-z0-9._~+/-]{16,}=*)/g, // RFC 6750
  PEM_BLOCK,
];

/** Returns where a text contains what looks like a key. */
export function findShapes(text: string): TextSpan[] {
  if (!BEGINNINGS.test(text)) return [];
  return SHAPES.flatMap((shape) =>
    [...text.matchAll(shape)].map(({ index, 0: found }) => ({ start: index, end: index + found.length }))
  );
}

/** Returns from where a text may contain a PEM block whose end is still to come; its length if there is none. */
export function openBlock(text: string): number {
  const begin = text.lastIndexOf("-----BEGIN ");
  return begin < 0 || /-----END [A-Z0-9 ]+-----/.test(text.slice(begin)) ? text.length : begin;
}
