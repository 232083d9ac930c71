import process from "node:process";
import { serveParser } from "../../ground/parsing/serve_parser.ts";
import { readSkill } from "./read_skill.ts";

// The YAML library reads settings there, which a parser may not.
Object.defineProperty(process, "env", { value: {} });

await serveParser(readSkill);
