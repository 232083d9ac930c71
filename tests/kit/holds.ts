import { type LoopHold, watchLoop } from "../../services/ground/kernel/loop_watch.ts";
import { TurnProfile, type TurnWork } from "./turn_profile.ts";

/** Names the file to which tests append what held their event loop, a line of JSON each. */
export const HOLDS_VARIABLE = "AGENT_HARNESS_TEST_WATCHDOG";

/** How many of the longest are told one by one. */
const TOLD = 20;
const MAX_HOLD_MILLISECONDS = 250;

/** A turn in which the service itself worked for too long. */
type Recorded = Omit<LoopHold, "elapsedMilliseconds"> & Pick<TurnWork, "functions">;

/**
 * Watches the event loop for as long as a service is open, where a file is named. What the tests themselves do in a turn does
 * not count.
 */
export function watchHolds(path = Deno.env.get(HOLDS_VARIABLE)): Disposable | null {
  if (path === undefined) return null;
  const watch = watchLoop(async ({ milliseconds, elapsedMilliseconds, during }) => {
    const { ofService, functions } = await profile.last(elapsedMilliseconds);
    const own = Math.round(milliseconds * ofService);
    if (own <= MAX_HOLD_MILLISECONDS) return;
    const recorded: Recorded = { milliseconds: own, during, functions };
    Deno.writeTextFileSync(path, `${JSON.stringify(recorded)}\n`, { append: true, create: true });
  });
  const profile = new TurnProfile();
  return {
    [Symbol.dispose]: () => {
      watch[Symbol.dispose](); // its last beat still needs the profile
      profile[Symbol.dispose]();
    },
  };
}

/** Returns what was recorded, as lines for people: the longest first. */
export function holdsText(recorded: string): string {
  const holds = recorded.split("\n").filter((line) => line !== "").map((line): Recorded => JSON.parse(line))
    .toSorted((one, other) => other.milliseconds - one.milliseconds);
  if (holds.length === 0) return "Nothing held the event loop of a service for more than 250 ms.\n";
  const lines = holds.slice(0, TOLD).flatMap(({ milliseconds, during, functions }) => [
    `  ${milliseconds} ms: ${during.join(", ") || "work without a name"}`,
    ...functions.map((each) => `      ${each}`),
  ]);
  return `A service held its event loop ${holds.length} times for more than 250 ms:\n${lines.join("\n")}\n`;
}
