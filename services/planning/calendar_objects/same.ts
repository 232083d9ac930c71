import { readLine } from "../icalendar/line.ts";
import { type Component, isComponent, readObject } from "./object_text.ts";

/**
 * Whether two texts describe the same event or task. Servers rewrite objects: the order of lines, folds, quotes, time zones and
 * the producer do not count. Null is a missing object.
 */
export function sameObject(a: string | null, b: string | null): boolean {
  if (a === null || b === null) return a === b;
  return sayingOf(a) === sayingOf(b);
}

function sayingOf(text: string): string {
  try {
    return readObject(text).children.filter(isComponent).filter(({ name }) => name !== "VTIMEZONE")
      .map(componentText).sort().join("\n\n");
  } catch {
    return text;
  }
}

function componentText({ name, children }: Component): string {
  const lines = children.map((child) => isComponent(child) ? componentText(child) : lineText(child.text));
  return [name, ...lines.sort()].join("\n");
}

function lineText(text: string): string {
  const { name, parameters, value } = readLine(text);
  return `${name}${[...parameters].map(([key, each]) => `;${key}=${each}`).sort().join("")}:${value}`;
}
