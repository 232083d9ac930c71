/** What the order of a review depends on. */
type ChangedFile = { path: string; change: string };

/** The reason to review a file first; null for all others. */
type LookFirst = "deleted" | "dependencies" | "ci" | "configuration";

const DEPENDENCIES =
  /(^|\/)(package(-lock)?\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|deno\.(jsonc?|lock)|requirements[^/]*\.txt|pyproject\.toml|poetry\.lock|uv\.lock|Pipfile(\.lock)?|setup\.(py|cfg)|go\.(mod|sum)|Cargo\.(toml|lock)|Gemfile(\.lock)?|composer\.(json|lock)|pom\.xml|build\.gradle(\.kts)?)$/;
const CI =
  /(^|\/)(\.github\/(workflows|actions)\/|\.circleci\/|\.husky\/|\.git-?hooks\/|\.gitlab-ci[^/]*$|Jenkinsfile$|azure-pipelines[^/]*$|\.travis\.yml$|\.pre-commit-config\.yaml$)/;
const CONFIGURATION =
  /(^|\/)(\.[^/]+|Dockerfile[^/]*|docker-compose[^/]*|compose\.ya?ml|Makefile|[^/]+\.config\.[cm]?[jt]s|tsconfig[^/]*\.json|[^/]+\.(ini|toml|env|cfg))$/;

/** Returns the reason to review a file first; null if there is none. */
export function lookFirst({ path, change }: ChangedFile): LookFirst | null {
  if (change === "deleted") return "deleted";
  if (DEPENDENCIES.test(path)) return "dependencies";
  if (CI.test(path)) return "ci";
  return CONFIGURATION.test(path) ? "configuration" : null;
}

const RANKS: readonly (LookFirst | null)[] = ["deleted", "dependencies", "ci", "configuration", null];

const names = new Intl.Collator("en", { numeric: true });

/** Compares paths directory by directory, numbers by their value: p2 comes before p10. */
export function comparePaths(a: string, b: string): number {
  const [left, right] = [a.split("/"), b.split("/")];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const order = names.compare(left[i]!, right[i]!) || (left[i]! < right[i]! ? -1 : +(left[i]! > right[i]!));
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

const TEST = /(^test_|[._-](test|spec)(?=\.)|(?<=[a-z])Test(?=\.))/;
const TEST_DIRECTORY = /^(__tests__|tests?|spec)$/;

/** Returns the name of a test file without its test suffix or prefix; null for other files. */
function testedName(path: string): string | null {
  const parts = path.split("/");
  const name = parts.pop()!;
  const plain = name.replace(TEST, "");
  return plain !== name || parts.some((part) => TEST_DIRECTORY.test(part)) ? plain : null;
}

/** Returns files in the order of a review: the most dangerous first, then by path, each test after its subject. */
export function inReviewOrder<T>(items: readonly T[], fileOf: (item: T) => ChangedFile): T[] {
  const rankOf = (item: T) => RANKS.indexOf(lookFirst(fileOf(item)));
  const ranked = items.toSorted((a, b) =>
    rankOf(a) - rankOf(b) || comparePaths(fileOf(a).path, fileOf(b).path)
  );
  const sources = Map.groupBy(
    ranked.filter((item) => testedName(fileOf(item).path) === null),
    (item) => fileOf(item).path.split("/").pop()!,
  );
  const behind = new Map<T, T[]>();
  const own: T[] = [];
  for (const item of ranked) {
    const tested = sources.get(testedName(fileOf(item).path) ?? "")?.[0];
    if (tested === undefined || rankOf(tested) !== rankOf(item)) own.push(item);
    else behind.set(tested, [...behind.get(tested) ?? [], item]);
  }
  return own.flatMap((item) => [item, ...behind.get(item) ?? []]);
}
