import type { Target } from "./engine.ts";
import { audio } from "./targets/audio.ts";
import { cel } from "./targets/cel.ts";
import { diff } from "./targets/diff.ts";
import { gitObjects } from "./targets/git_objects.ts";
import { html } from "./targets/html.ts";
import { icalendar } from "./targets/icalendar.ts";
import { json, jsonRpc } from "./targets/json.ts";
import { mail } from "./targets/mail.ts";
import { sse } from "./targets/sse.ts";
import { tar } from "./targets/tar.ts";
import { yaml } from "./targets/yaml.ts";
import { zip } from "./targets/zip.ts";

/** Every parser of text and bytes from outside. */
export const TARGETS: readonly Target[] = [
  yaml,
  cel,
  icalendar,
  html,
  mail,
  zip,
  tar,
  audio,
  diff,
  gitObjects,
  sse,
  json,
  jsonRpc,
];
