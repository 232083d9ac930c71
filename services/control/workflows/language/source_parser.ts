import process from "node:process";
import { serveParser } from "../../../ground/parsing/serve_parser.ts";
import { parseSource } from "./parse_source.ts";

// The library for YAML looks for its own settings there, which a parser may not.
Object.defineProperty(process, "env", { value: {} });

await serveParser((input) => parseSource(new TextDecoder().decode(input)));
