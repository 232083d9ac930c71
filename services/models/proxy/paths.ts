import type { ProviderDefinition, ProviderKind } from "../providers/definition.ts";

/** What a path of the proxy speaks, and where it lies at the provider. */
export type Passage = { path: string; generates: boolean };

const PASSAGES: readonly (Passage & { method: string; kinds: readonly ProviderKind[] })[] = [
  {
    method: "POST",
    path: "/chat/completions",
    generates: true,
    kinds: ["openai", "openai-compatible"],
  },
  { method: "POST", path: "/responses", generates: true, kinds: ["openai", "openai-compatible"] },
  { method: "POST", path: "/messages", generates: true, kinds: ["anthropic"] },
  { method: "POST", path: "/messages/count_tokens", generates: false, kinds: ["anthropic"] },
  { method: "GET", path: "/models", generates: false, kinds: ["openai", "openai-compatible", "anthropic"] },
];

/** Where a request goes at the provider; a sentence when it goes nowhere. */
export function passageOf(
  provider: Pick<ProviderDefinition, "id" | "kind">,
  method: string,
  pathname: string,
): Passage | string {
  const path = pathname.replace(/^\/v1(?=\/)/, "");
  const known = PASSAGES.filter((passage) => passage.method === method && passage.path === path);
  if (known.length === 0) return `This proxy has no ${method} ${pathname}.`;
  return known.find(({ kinds }) => kinds.includes(provider.kind)) ??
    `The provider "${provider.id}" is of the kind ${provider.kind}, which has no ${path}.`;
}
