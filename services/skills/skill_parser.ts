import process from "node:process";
import { serveParser } from "../parsing/serve_parser.ts";
import { readSkill } from "./read_skill.ts";

// The library for YAML looks for settings of its own there, which a parser may not.
Object.defineProperty(process, "env", { value: {} });

await serveParser(readSkill);
