import { serveParser } from "../../ground/parsing/serve_parser.ts";
import { readZip } from "./read_zip.ts";

await serveParser(readZip);
