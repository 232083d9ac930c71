import type { z } from "zod";
import { approval, branch, fanOut, loop, race, wait, workflow } from "./control.ts";
import type { NodeKind } from "./kind.ts";
import { command, httpRead, memory, notify, prompt } from "./work.ts";
import { keysOf } from "../../../../store/shared/records.ts";

const DECLARED = {
  prompt,
  command,
  approval,
  wait,
  branch,
  loop,
  fan_out: fanOut,
  race,
  workflow,
  http_read: httpRead,
  memory,
  notify,
} as const;

/** The name of a kind of node. */
export type KindId = keyof typeof DECLARED;

/** What a node of a kind has under `with`. */
export type WithOf<Id extends KindId> = z.output<(typeof DECLARED)[Id]["with"]>;

/** Every kind of node, by its name. */
export const KINDS: Readonly<Record<KindId, NodeKind>> = DECLARED;

/** The names of all kinds, in the order of the documentation. */
export const KIND_IDS = keysOf(DECLARED);
