import { READY } from "./serve_parser.ts";

/** Where pieces go that a parser writes before its answer, and how many bytes they may have together. */
export type PieceSink = { onPiece: (bytes: Uint8Array) => void; maxBytes: number; exceeded: () => void };

/** The bytes of a piece's length, in front of it; a length of 0 says that the answer follows. */
const LENGTH_BYTES = 4;

/**
 * Takes the pieces out of what a parser writes and passes the rest on: the line that it is ready, and its answer. A parser
 * that its input has taken over may write anything; more than `maxBytes` goes nowhere.
 */
export async function* withoutPieces(
  stream: AsyncIterable<Uint8Array>,
  { onPiece, maxBytes, exceeded }: PieceSink,
): AsyncGenerator<Uint8Array> {
  const length = new Uint8Array(LENGTH_BYTES);
  let [ready, have, left, total, answering] = [READY.length, 0, 0, 0, false];
  for await (let chunk of stream) {
    while (chunk.length > 0) {
      if (answering) {
        yield chunk;
        break;
      }
      if (ready > 0) {
        const taken = chunk.subarray(0, ready);
        ready -= taken.length;
        chunk = chunk.subarray(taken.length);
        yield taken;
      } else if (left > 0) {
        const piece = chunk.subarray(0, left);
        left -= piece.length;
        chunk = chunk.subarray(piece.length);
        total += piece.length;
        if (total > maxBytes) exceeded();
        else onPiece(piece);
      } else {
        const taken = chunk.subarray(0, LENGTH_BYTES - have);
        length.set(taken, have);
        have += taken.length;
        chunk = chunk.subarray(taken.length);
        if (have < LENGTH_BYTES) continue;
        have = 0;
        left = new DataView(length.buffer).getUint32(0, true);
        answering = left === 0;
      }
    }
  }
}
