/**
 * A text that names a path of the repository. `explicit` certainly is one; `likely` looks like one and may be relative to another
 * directory; `perhaps` is one only if its first directory exists; `bare` is a file name alone.
 */
export type PathCandidate = { path: string; certainty: "explicit" | "likely" | "perhaps" | "bare" };

const EXTENSIONS =
  /\.(?:md|mdx|rst|txt|adoc|tsx?|jsx?|mjs|cjs|mts|cts|jsonc?|ya?ml|toml|lock|ini|cfg|conf|py|ipynb|rs|go|mod|java|kts?|scala|rb|php|swift|cs|c|cc|cpp|h|hpp|lua|ex|exs|erl|hs|ml|dart|sh|bash|zsh|fish|ps1|bat|sql|proto|graphql|html?|css|scss|less|vue|svelte|svg|png|jpe?g|gif|ico|xml|csv|tf|gradle|nix)$/;

const FILES = new Set(["Makefile", "Dockerfile", "Justfile", "justfile", "Gemfile", "Rakefile", "Procfile"]);

/** Names that are not files: products, and prefixes of branches. */
const NO_PATHS = /^(?:node|next|vue|nuxt|express|three|d3|react|angular|ember|backbone)\.js$/i;
const BRANCHES = /^(?:feature|feat|fix|bugfix|hotfix|release|chore|origin|upstream|refs)\//;

const PLACEHOLDERS = /(?:^|\/)(?:path\/to|foo|bar|baz|qux|your[-_]|my[-_]|example\b|x{3,})|\.{3}|…/i;
const HOST =
  /^[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|io|dev|sh|ai|co|app|land|rs|test|invalid|local|example)\//i;

/** Returns what a code span or a word of a command names; null if it is not a path, or only a pattern or an example. */
export function pathLike(text: string, roots: readonly string[] = []): PathCandidate | null {
  let path = text.replace(/#.*$/, "").replace(/:\d+(?:[:-]\d+)?$/, "");
  const root = roots.find((each) => path.startsWith(`${each}/`));
  if (root !== undefined) path = `./${path.slice(root.length + 1)}`;
  if (path === "" || path.length > 400 || /[^\p{L}\p{M}\p{N}._/+@-]/u.test(path)) return null;
  if (/^[/@-]/.test(path) || path.includes("//") || PLACEHOLDERS.test(path)) return null;
  if (!path.isWellFormed() || path.split("/").includes(".git")) return null;
  const known = EXTENSIONS.test(path);
  if (/^\.{1,2}\//.test(path) && (known || path.endsWith("/"))) return { path, certainty: "explicit" };
  // Without an extension it may be a module in import style: `./errors`.
  path = path.replace(/^\.\//, "");
  if (path.startsWith("../")) return null;
  if (HOST.test(path) || BRANCHES.test(path) || NO_PATHS.test(path)) return null;
  if (!path.includes("/")) {
    return FILES.has(path) || (known && !path.startsWith(".")) ? { path, certainty: "bare" } : null;
  }
  return { path, certainty: known || path.endsWith("/") ? "likely" : "perhaps" };
}

/** Returns a link's target: relative to the document's directory, or with a leading `/` to the repository's root. */
export function linkedPath(target: string): PathCandidate | null {
  let path = target.replace(/[#?].*$/, "");
  try {
    path = decodeURIComponent(path);
  } catch {
    // Take it literally.
  }
  if (path === "" || /^[a-z][a-z0-9+.-]*:/i.test(path) || path.startsWith("//")) return null;
  // deno-lint-ignore no-control-regex -- no path of a document contains control characters
  if (/[<>{}$*|\\\x00-\x1f]/.test(path) || PLACEHOLDERS.test(path)) return null;
  if (path.split("/").includes(".git")) return null;
  return { path, certainty: "explicit" };
}
