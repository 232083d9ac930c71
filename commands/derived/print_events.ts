import { type FieldPaths, fieldRows, pickFields } from "../fields.ts";
import { EXIT } from "../exit_codes.ts";
import { cell, localTime } from "../render/cell.ts";
import type { ServiceClient } from "../service/connection.ts";
import { followStream, untilInterrupted } from "../service/stream.ts";
import type { Shell } from "../shell.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";

/** The fields of an event's envelope that are shown. Live output, which is not stored, has no sequence. */
type Envelope = { sequence?: number; type: string; subject: string; time: string; actor: string };

/** Prints a stream of events, one line each, until the person stops it. */
export async function printEvents(
  { output }: Shell,
  connection: ServiceClient,
  path: string,
  { json, fields }: { json: boolean; fields: FieldPaths | null },
): Promise<number> {
  using interrupted = untilInterrupted();
  const { signal } = interrupted;
  const onLost = () => output.talk(paint.dim("The connection is lost; it is tried again."));
  for await (const { data } of followStream(connection, path, { signal, onLost })) {
    const envelope = JSON.parse(data) as Envelope;
    if (json) output.jsonLine(fields ? pickFields(envelope, fields) : envelope);
    else if (fields) {
      output.data(
        fieldRows(envelope, fields).map((row) => Object.values(row).map(cell).join("  ")).join(""),
      );
    } else if (envelope.sequence !== undefined) output.data(line(envelope));
    if (output.closed()) break;
  }
  return EXIT.done;
}

const line = ({ sequence, type, subject, time, actor }: Envelope): string =>
  [
    paint.dim(localTime(time)),
    String(sequence).padStart(5),
    oneLine(type).padEnd(24),
    paint.cyan(oneLine(subject)),
    paint.dim(`by ${oneLine(actor)}`),
  ].join("  ");
