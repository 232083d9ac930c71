import { homeDirectory } from "../../../ground/kernel/environment.ts";
import type { TriggerInput } from "../firing/schemas.ts";
import type { WordsLeft } from "./words_left.ts";

/** A trigger that is not a schedule; null for one that needs more than words can say, with what it needs. */
type OtherTrigger = { trigger: TriggerInput | null; needs: readonly string[] };

const RUN =
  /^\s*(?:when(?:ever)?|after|once|if)\s+(?:a|an|any|the|my)?\s*runs?(?:\s+in\s+(\S+))?\s+(fails?|failed|completes?|completed|succeeds?|is\s+applied|is\s+cancelled|ends?|ended)\b/i;
const APPROVAL =
  /^\s*(?:when(?:ever)?|if)\s+(?:a|an|any|something)?\s*(?:approval|review|thing)?s?\s*(?:is\s+(?:requested|needed)|waits?\s+for\s+me|needs\s+(?:me|my\s+approval))/i;
const WEBHOOK =
  /^\s*(?:when(?:ever)?|on|by|after|if)\s+(?:a|an|the|this|my)?\s*(?:webhook|request)(?:\s+(?:comes(?:\s+in)?|arrives|is\s+(?:sent|received)))?/i;
const MANUAL = /^\s*(?:only\s+)?(?:by\s+hand|manually|when\s+i\s+(?:start|trigger|run)\s+it)/i;

const ENDS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^fail/i, ["run.failed"]],
  [/^(?:complete|succeed|is\s+applied)/i, ["run.completed"]],
  [/^is\s+cancelled/i, ["run.cancelled"]],
  [/^end/i, ["run.completed", "run.failed", "run.cancelled"]],
];

/** Takes words that name an event, a webhook or a person as the trigger; null if the sentence begins with none of them. */
export function takeOtherTrigger(words: WordsLeft): OtherTrigger | null {
  const run = words.take(
    RUN,
    ([, repository, how]) =>
      `${typesOf(how!).join(", ")}${repository === undefined ? "" : ` of a run in ${repository}`}`,
  );
  if (run) {
    const [, repository, how] = run;
    const filter = repository === undefined ? {} : { filter: inRepository(repository) };
    return { trigger: { kind: "event", types: typesOf(how!), ...filter }, needs: [] };
  }
  if (words.take(APPROVAL, () => "approval.requested")) {
    return { trigger: { kind: "event", types: ["approval.requested"] }, needs: [] };
  }
  if (words.take(WEBHOOK, () => "a webhook")) return { trigger: null, needs: ["path", "secretId"] };
  if (words.take(MANUAL, () => "by hand")) return { trigger: { kind: "manual" }, needs: [] };
  return null;
}

const typesOf = (how: string): string[] => [...ENDS.find(([pattern]) => pattern.test(how))![1]];

/** Returns the filter for runs in a repository, which is named by its path or by the end of that. */
function inRepository(name: string): string {
  const home = homeDirectory();
  const path = (home === null ? name : name.replace(/^~(?=\/|$)/, home)).replace(/(?<=.)\/+$/, "");
  return path.startsWith("/")
    ? `event.repoPath == ${JSON.stringify(path)}`
    : `event.repoPath.endsWith(${JSON.stringify(`/${path}`)})`;
}
