/** The languages of highlight.js by file extension. */
const BY_ENDING: Readonly<Record<string, string>> = {
  bash: "bash",
  c: "c",
  cc: "cpp",
  cjs: "javascript",
  cpp: "cpp",
  cs: "csharp",
  css: "css",
  cts: "typescript",
  cxx: "cpp",
  go: "go",
  h: "c",
  hpp: "cpp",
  htm: "xml",
  html: "xml",
  ini: "ini",
  java: "java",
  js: "javascript",
  json: "json",
  jsonc: "json",
  jsx: "javascript",
  kt: "kotlin",
  less: "less",
  markdown: "markdown",
  md: "markdown",
  mjs: "javascript",
  mk: "makefile",
  mts: "typescript",
  php: "php",
  py: "python",
  rb: "ruby",
  rs: "rust",
  scss: "scss",
  sh: "bash",
  sql: "sql",
  svg: "xml",
  toml: "ini",
  ts: "typescript",
  tsx: "typescript",
  vue: "xml",
  xml: "xml",
  yaml: "yaml",
  yml: "yaml",
  zsh: "bash",
};

const BY_NAME: Readonly<Record<string, string>> = { makefile: "makefile", gemfile: "ruby", rakefile: "ruby" };

/** Returns the language of a file from its path; null if it is not highlighted. */
export function languageOf(path: string): string | null {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  if (Object.hasOwn(BY_NAME, name)) return BY_NAME[name]!;
  const ending = name.slice(name.lastIndexOf(".") + 1);
  return name.includes(".") && Object.hasOwn(BY_ENDING, ending) ? BY_ENDING[ending]! : null;
}
