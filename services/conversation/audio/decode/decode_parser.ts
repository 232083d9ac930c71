import { serveParser } from "../../../ground/parsing/serve_parser.ts";
import type { DecodeRequest } from "./request.ts";
import { speechOf } from "./speech.ts";

await serveParser((input, writePiece) => {
  const length = new DataView(input.buffer, input.byteOffset).getUint32(0, true);
  const request: DecodeRequest = JSON.parse(new TextDecoder().decode(input.subarray(4, 4 + length)));
  return speechOf(input.subarray(4 + length), request, writePiece);
});
