import { readLine } from "./line.ts";
import { type Component, isComponent, readObject } from "./object_text.ts";

/**
 * Whether two texts say the same of an event or a task. Servers write objects in words of their own: the order of lines, folds and
 * quotes, time zones and who made it do not count. Null is an object that is not there.
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
