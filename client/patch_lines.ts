/** What git writes before the bytes of a binary file in a patch. */
export const BINARY = "GIT binary patch";

/** Returns the lines of a patch without the bytes of binary files, which tell no reader anything. No line in a hunk begins like these. */
export function withoutBytes(lines: readonly string[]): string[] {
  let isBinary = false;
  return lines.filter((line) => {
    isBinary &&= !line.startsWith("diff --git ");
    const isShown = !isBinary;
    isBinary ||= line === BINARY;
    return isShown;
  });
}

/** Returns the name of the file that a section of a patch changes; null for another text. Git quotes a name with a line break. */
export function fileOfSection(section: string): string | null {
  const found = /^diff --git (?:a\/(.+) b\/\1|"a\/(.+)" "b\/\2")$/m.exec(section);
  return found?.[1] ?? found?.[2]?.replace(ESCAPED, (_, octal, sign) => unescaped(octal, sign)) ?? null;
}

const ESCAPED = /\\(?:([0-7]{3})|(.))/g;
const SIGNS: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

const unescaped = (octal: string | undefined, sign: string): string =>
  octal === undefined ? SIGNS[sign] ?? sign : String.fromCharCode(parseInt(octal, 8));
