import { createHmac } from "node:crypto";
import { answerLines } from "../../../bench/process.ts";
import { Random } from "../../recovery/load/random.ts";

/** Both posts of a delivery come within so many posts. */
const WINDOW = 200;
/** Whoever got no answer sends the same again after so long. */
const REPEAT_MILLISECONDS = 250;

/** What is asked of this program: to post so many deliveries a second, each twice, until all of them were answered. */
export type Asked = { url: string; secret: string; posts: number; perSecond: number; seed: number };

/** What came back. `fires` has the row of each delivery, by its number. */
export type Posted = {
  fires: Record<number, string>;
  repeated: number;
  /** Answers that name another row than an earlier one of the same delivery, and such that are no acknowledgement. */
  faults: string[];
  /** Of the first quarter of the posts, and of the last: they show whether it becomes slower. */
  first: number[];
  last: number[];
  most: number;
  /** The longest of those that were sent while the service was down: they are answered when it has started. */
  waited: number;
  /** How far behind its plan the program was at the end. */
  behindMilliseconds: number;
};

/** The numbers of the deliveries, each twice, in any order within a window. */
function plan(posts: number, dice: Random): number[] {
  const plain = Array.from({ length: posts }, (_, at) => at >> 1);
  const windows = Array.from(
    { length: Math.ceil(posts / WINDOW) },
    (_, at) => plain.slice(at * WINDOW, (at + 1) * WINDOW),
  );
  return windows.flatMap((window) =>
    window.map((index) => ({ index, at: dice.next() })).sort((a, b) => a.at - b.at).map(({ index }) => index)
  );
}

async function post(
  { url, secret }: Asked,
  index: number,
): Promise<{ status: number; answer: Answer } | null> {
  const body = JSON.stringify({ index, text: "a build has ended ".repeat(10) });
  const [id, timestamp] = [`msg_${index}`, String(Math.floor(Date.now() / 1000))];
  const signature = createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("base64");
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
  try {
    const response = await fetch(url, { method: "POST", headers, body });
    return { status: response.status, answer: await response.json() };
  } catch {
    return null;
  }
}

type Answer = { fires?: { fireId: string }[]; error?: string };

async function postAll(asked: Asked): Promise<Posted> {
  const { posts, perSecond } = asked;
  const order = plan(posts, new Random(asked.seed));
  const result: Posted = {
    fires: {},
    repeated: 0,
    faults: [],
    first: [],
    last: [],
    most: 0,
    waited: 0,
    behindMilliseconds: 0,
  };
  let downAt = Infinity;
  const send = async (index: number, place: number) => {
    for (;;) {
      const waitsForStart = downAt !== Infinity;
      const sentAt = performance.now();
      const came = await post(asked, index);
      if (came === null) {
        if (downAt === Infinity) downAt = performance.now();
        result.repeated++;
        await new Promise((resolve) => setTimeout(resolve, REPEAT_MILLISECONDS));
        continue;
      }
      const took = performance.now() - sentAt;
      if (sentAt > downAt) downAt = Infinity; // what was sent before was answered before
      if (waitsForStart) result.waited = Math.max(result.waited, took);
      if (!waitsForStart) result.most = Math.max(result.most, took);
      if (place < posts / 4 && !waitsForStart) result.first.push(took);
      else if (place >= posts * 3 / 4 && !waitsForStart) result.last.push(took);
      const fireId = came.answer.fires?.[0]?.fireId;
      if (came.status !== 202 || !fireId) {
        return void result.faults.push(`${index}: ${came.status} ${came.answer.error}`);
      }
      const known = result.fires[index] ??= fireId;
      if (known !== fireId) result.faults.push(`${index}: ${fireId}, before ${known}`);
      return;
    }
  };
  const beganAt = performance.now();
  const open = new Set<Promise<void>>();
  for (let sent = 0; sent < posts;) {
    const due = Math.min(posts, Math.floor((performance.now() - beganAt) / 1000 * perSecond) + 1);
    for (; sent < due; sent++) {
      const sending = send(order[sent]!, sent);
      open.add(sending);
      sending.finally(() => open.delete(sending));
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  result.behindMilliseconds = Math.round(performance.now() - beganAt - 1000 * posts / perSecond);
  await Promise.all(open);
  return result;
}

if (import.meta.main) await answerLines(postAll);
