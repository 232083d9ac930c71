import { serveParser } from "../../../ground/parsing/serve_parser.ts";
import type { PageHead } from "./page.ts";
import { readPage } from "./read_page.ts";

await serveParser((input) => {
  const end = input.indexOf(0x0a);
  const head = JSON.parse(new TextDecoder().decode(input.subarray(0, end))) as PageHead;
  return readPage(head, input.subarray(end + 1));
});
