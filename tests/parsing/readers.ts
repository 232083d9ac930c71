import { NOTHING_KNOWN } from "../../services/control/workflows/known_commands.ts";

/** What is known of a reader of text from outside, by its file and its name. */
export type Known = {
  /** The longest text that reaches it, where something before it refuses longer ones. */
  most?: number;
  /** Its other arguments. */
  rest?: readonly unknown[];
  /** How texts begin that it looks at more closely. */
  heads?: readonly string[];
  /** Why it is not a reader of text from outside. */
  not?: string;
};

const reading = { isRecipe: () => false, known: NOTHING_KNOWN };

/** Exported functions whose first argument is a text, of which the test has to know something. */
export const KNOWN: Readonly<Record<string, Known>> = {
  "services/conversation/audio/transcript/read_transcript.ts readTranscript": { rest: ["srt"] },
  "services/planning/calendar_objects/as_newest.ts asNewest": {
    rest: [{ told: null, emails: [], now: new Date(0) }],
  },
  "services/conversation/coordinator/messages/words/understand.ts understand": {
    heads: [
      "no",
      "no,",
      "cancel",
      "pause because",
      "remember",
      "guide",
      "tell task",
      "block task",
      "rework",
      "in /a",
      "what",
      "please ",
    ],
  },
  "services/conversation/coordinator/messages/words/decisions.ts decisionIn": {
    most: 2_000,
    heads: ["no", "rework", "yes"],
  },
  "services/conversation/coordinator/messages/look/read.ts lookIn": {
    heads: ["where", "list files", "read"],
  },
  "services/workforce/recipes/parse.ts parseRecipe": {
    heads: ["create a with", "run ", "append ", "replace /"],
  },
  "services/ground/policy/requests.ts blockedByText": { heads: ["buy", "please "] },
  "services/workforce/drafting/assist/draft.ts draftFrom": { most: 20_000, rest: [reading] },
  "services/workforce/drafting/assist/statements.ts readStatement": {
    most: 20_000,
    rest: [reading],
    heads: ["until", "wait for approval", "run"],
  },
  "services/workforce/drafting/assist/shell_quotes.ts quotesAt": {
    most: 20_000,
    rest: [[0, 5_000, 19_000]],
    heads: ["<<'A'\n", "<<A\n", "'", '"', "# "],
  },
  "routes/respond.ts jsonResponse": { not: "it sends what the service wrote" },
  "routes/respond.ts htmlResponse": { not: "it sends what the service wrote" },
  "services/execution/commands/setup_inputs.ts setupInputs": { most: 4_000, rest: [["a"], ""] },
  "services/ground/kernel/snippet.ts snippetOf": { rest: ["a b"] },
  "services/ground/kernel/words.ts withoutEnd": { rest: [". "] },
  "services/sessions/provider_kinds/probe_result.ts catalogOf": { not: "it is the name of a list" },
  "services/machine/processes/sandbox/recognise.ts refusedBySandbox": {
    rest: [{ policy: { directory: "/w", writable: ["/w"], readable: [], homeAt: "/u" }, filter: "f" }],
    heads: ["sh: /a", "cat: '/a", "EROFS", "keyctl"],
  },
  "services/planning/planner/ask/model/grounded.ts ground": { rest: [[]] },
  "services/planning/dates/spans.ts spansIn": {
    rest: ["2026-03-02T12:00:00"],
    heads: ["next month", "by May "],
  },
  "services/planning/dates/words.ts says": { rest: ["a"] },
  "services/planning/planner/marks.ts marksIn": { rest: [[{ words: ["a", "b"], isBeginning: true }]] },
  "services/planning/planner/marks.ts snippetOf": { rest: [[[3, 5]]] },
  "services/planning/icalendar/line.ts fold": { most: 20_000 },
  "services/planning/calendar_objects/object_text.ts lineOf": { most: 20_000 },
  "services/planning/icalendar/time_text.ts wallOfInput": { most: 40, rest: [{ kind: "date" }, "UTC"] },
  "services/planning/planner_actions/plans/edit_input.ts startOfInput": {
    most: 40,
    rest: [{ kind: "date" }, "UTC"],
  },
  "services/ground/policy/commands.ts blockedByCommand": { most: 4_000 },
  "services/ground/policy/decide.ts decideCommand": { most: 4_000 },
  "services/machine/repositories/git/version.ts checkVersion": { most: 4_000 },
  "services/machine/repositories/patch/patch.ts parsePatch": { rest: [[1]] },
  "services/accounts/secrets/master_key.ts keyOfEnvironment": { not: "it is the operator's" },
  "services/workforce/worker_tools/glob.ts expandBraces": { most: 4_096 },
  "services/workforce/worker_tools/glob.ts matchesGlob": { most: 4_096, rest: ["a/b/c"] },
  "services/workforce/recipes/language/scanner.ts quotedEnd": { rest: [0] },
  "services/workforce/recipes/language/scanner.ts regexEnd": { rest: [0] },
  "services/control/workflows/known_commands.ts commandFor": { rest: [NOTHING_KNOWN] },
  "services/control/workflows/language/parse_source.ts parseSource": {
    not: "it gets small texts alone; others are parsed in a separate process",
  },
  "services/ground/parsing/yaml_depth.ts tooDeepAt": {
    not: "its callers get small texts alone, or are in a separate process",
  },
  "services/control/workflows/write_source.ts insertKeys": { most: 4_096, rest: [[]] },
};
