import { serveParser } from "../../parsing/serve_parser.ts";
import { parseSource } from "./parse_source.ts";

await serveParser((input) => parseSource(new TextDecoder().decode(input)));
