import { PIECE_HEAD_BYTES, READY } from "./serve_parser.ts";

/** The target of pieces that a parser writes before its answer, and their total limit in bytes. */
type PieceSink = { onPiece: (bytes: Uint8Array) => void; maxBytes: number; exceeded: () => void };

/**
 * Extracts the pieces from a parser's output and passes on the rest: the ready line, and the answer. A parser that its
 * input has taken over may write anything; more than `maxBytes` is dropped.
 */
export async function* withoutPieces(
  stream: AsyncIterable<Uint8Array>,
  { onPiece, maxBytes, exceeded }: PieceSink,
): AsyncGenerator<Uint8Array> {
  const head = new Uint8Array(PIECE_HEAD_BYTES);
  let [ready, have, left, total, answering] = [READY.length, 0, 0, 0, false];
  for await (let chunk of stream) {
    const take = (most: number): Uint8Array => {
      const taken = chunk.subarray(0, most);
      chunk = chunk.subarray(taken.length);
      return taken;
    };
    while (chunk.length > 0) {
      if (ready > 0) {
        const taken = take(ready);
        ready -= taken.length;
        yield taken;
      } else if (left > 0) {
        const piece = take(left);
        left -= piece.length;
        total += piece.length;
        if (total > maxBytes) exceeded();
        else onPiece(piece);
      } else if (answering || (have === 0 && chunk[0] !== 0)) {
        answering = true;
        yield take(chunk.length);
      } else {
        const taken = take(PIECE_HEAD_BYTES - have);
        head.set(taken, have);
        have = (have + taken.length) % PIECE_HEAD_BYTES;
        if (have === 0) left = new DataView(head.buffer).getUint32(1, true);
      }
    }
  }
}
