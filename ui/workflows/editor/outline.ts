/** A key of a YAML text, with its position. */
type Key = { indent: number; name: string; value: string };

/** A node of an incomplete text. */
type TypedNode = { id: string; kind: string };

/** Matches the keys of a line: `- id: a` is the key `id`, indented by two more. */
function keyOf(line: string): Key | null {
  const [, space = "", dash = "", name, value = ""] =
    /^(\s*)((?:-\s+)*)([A-Za-z_][\w-]*):(?:\s+(.*))?$/.exec(line) ?? [];
  return name === undefined ? null : { indent: space.length + dash.length, name, value: value.trim() };
}

/** Returns the parent keys of the last of these lines, outermost first; `indent` is its own. */
export function pathTo(lines: readonly string[], indent: number): string[] {
  const path: string[] = [];
  let above = indent;
  for (const line of lines.toReversed()) {
    const key = keyOf(line);
    if (!key || key.indent >= above) continue;
    path.unshift(key.name);
    above = key.indent;
  }
  return path;
}

/** Returns the value of another key of the same mapping; empty if there is none. */
export function siblingOf(
  lines: readonly string[],
  { at, indent, name }: { at: number; indent: number; name: string },
): string {
  const search = (step: 1 | -1): string => {
    for (let i = at + step; i >= 0 && i < lines.length; i += step) {
      const line = lines[i]!;
      if (line.trim() === "") continue;
      const key = keyOf(line);
      const own = key?.indent ?? line.length - line.trimStart().length;
      if (own < indent) return "";
      const isItem = /^\s*-\s/.test(line);
      if (step === 1 && isItem && own === indent) return "";
      if (key?.indent === indent && key.name === name) return key.value;
      if (step === -1 && isItem && own === indent) return "";
    }
    return "";
  };
  return search(-1) || search(1);
}

/** Returns every node of a text: each `id` with the `kind` next to it. */
export function nodesIn(lines: readonly string[]): TypedNode[] {
  return lines.flatMap((line, at) => {
    const key = keyOf(line);
    if (key?.name !== "id" || key.value === "" || !pathTo(lines.slice(0, at), key.indent).includes("nodes")) {
      return [];
    }
    return [{ id: key.value, kind: siblingOf(lines, { at, indent: key.indent, name: "kind" }) }];
  });
}

/** Returns the names of the inputs that a text declares. */
export function inputsIn(lines: readonly string[]): string[] {
  return lines.flatMap((line, at) => {
    const key = keyOf(line);
    if (!key) return [];
    const path = pathTo(lines.slice(0, at), key.indent);
    return path.length === 2 && path[0] === "inputs" && path[1] === "properties" ? [key.name] : [];
  });
}
