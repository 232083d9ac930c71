import { z } from "zod";
import type { Endpoint } from "../../routes/endpoint.ts";

type Shape = {
  $ref?: string;
  $defs?: Record<string, Shape>;
  properties?: Record<string, Shape>;
  items?: Shape;
  anyOf?: Shape[];
};

/** The maximum depth of listed fields. */
const DEEPEST = 3;

/** Returns the fields of an endpoint's response or of its elements, for `--fields`. */
export function answerFields({ output }: Endpoint): string[] {
  if (!(output instanceof z.ZodType)) return [];
  const root = z.toJSONSchema(output, { io: "output", unrepresentable: "any" }) as Shape;
  const resolve = (shape: Shape): Shape =>
    shape.$ref === undefined ? shape : resolve(root.$defs?.[shape.$ref.replace("#/$defs/", "")] ?? {});
  const walk = (given: Shape, before: readonly string[]): string[] => {
    const shape = resolve(given);
    const branches = shape.anyOf?.flatMap((branch) => walk(branch, before)) ?? [];
    if (shape.items) return [...branches, ...walk(shape.items, before)];
    const own = Object.entries(shape.properties ?? {}).flatMap(([name, inner]) => {
      const path = [...before, name];
      return [path.join("."), ...(path.length < DEEPEST ? walk(inner, path) : [])];
    });
    return [...branches, ...own];
  };
  const top = resolve(root);
  return [...new Set(walk(top.properties?.items ?? top, []))];
}
