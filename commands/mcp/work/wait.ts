import { z } from "zod";
import { SECOND } from "../../../store/shared/durations.ts";
import { followRun } from "../../service/follow.ts";
import { type Calling, defineTool, runArgument } from "../tool.ts";
import { overviewOf } from "./overview.ts";

/** Clients give up on a tool after a minute, so the answer comes before. */
const USUAL_SECONDS = 45;

/** The interval at which a silent run is said to be still running. */
const BEAT_SECONDS = 15;

/** The most things that happened in one answer, the newest. */
const MAX_NEWS = 12;

/** `wait`: waits for a run, within what clients wait for a tool. */
export const wait = defineTool({
  name: "wait",
  description:
    "Wait until a run ends or needs a person. Answers within 50 s by default: if it is neither yet, call it again with the cursor.",
  readOnly: true,
  input: {
    run: runArgument,
    cursor: z.number().int().min(0).default(0).describe("from the last answer: only what is new since then"),
    seconds: z.number().min(1).max(3600).default(USUAL_SECONDS),
  },
  async answer(calling, { run: given, cursor, seconds }) {
    const { id } = await calling.connection.call("GET /runs/:id", { params: { id: given } });
    const { news, last } = await follow(calling, id, { cursor, seconds });
    const run = await calling.connection.call("GET /runs/:id", { params: { id } });
    return { ...overviewOf(calling, run), news: news.slice(-MAX_NEWS), cursor: last };
  },
});

/** Returns what happened in a run, until it stopped, the time was over, or the client left. */
async function follow(
  { connection, progress, signal }: Calling,
  id: string,
  { cursor, seconds }: { cursor: number; seconds: number },
) {
  const news: string[] = [];
  let last = cursor;
  const over = AbortSignal.timeout(seconds * SECOND);
  const started = Date.now();
  const beat = setInterval(() => {
    progress(`still running after ${Math.round((Date.now() - started) / SECOND)} s`);
  }, BEAT_SECONDS * SECOND);
  try {
    await followRun(connection, id, {
      after: cursor,
      signal: AbortSignal.any([over, signal]),
      onEvent: ({ sequence, summary }) => {
        last = sequence;
        news.push(summary);
        progress(summary);
      },
    });
  } catch (error) {
    if (!over.aborted) throw error;
  } finally {
    clearInterval(beat);
  }
  return { news, last };
}
