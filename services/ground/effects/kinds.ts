import type { OutsideKind } from "../../../store/effects/kinds.ts";

/**
 * Why an effect may be attempted again after an attempt whose end is unknown. `found`: what is there is looked up first.
 * `keyed`: it carries a key by which its receiver knows it, so that it happens once. `local`: it changes nothing outside, only
 * its result counts. `person`: it is never attempted again; a person says what became of it.
 */
type Repeat = "found" | "keyed" | "local" | "person";

type Kind = { title: string; repeat: Repeat; because: string };

/** Everything by which this service changes the world outside of itself, and why each may be attempted again. */
export const OUTSIDE = {
  patch: {
    title: "Patch",
    repeat: "keyed",
    because:
      "Every path is compared with its old and its new content before it is written; a branch is named after the run.",
  },
  undo: {
    title: "Undo of a patch",
    repeat: "keyed",
    because: "Every path is compared with its old and its new content before it is written.",
  },
  calendar_write: {
    title: "Calendar change",
    repeat: "found",
    because: "The object is read from the server and compared with the old and the new version.",
  },
  mail: {
    title: "Mail",
    repeat: "person",
    because: "A mail server does not say whether it has accepted a message whose connection was lost.",
  },
  connector_action: {
    title: "Action of a connector",
    repeat: "found",
    because:
      "The connector is asked for the action by its key; a connector that cannot answer is not enabled.",
  },
  token_refresh: {
    title: "Refresh of an account",
    repeat: "keyed",
    because:
      "The refresh token is the key: the server gives new access for it, or says that it was already used.",
  },
  token_revocation: {
    title: "Revocation of an account",
    repeat: "keyed",
    because: "The token is the key: revoking one that was revoked changes nothing (RFC 7009).",
  },
  bank_removal: {
    title: "Disconnection of a bank",
    repeat: "keyed",
    because: "The item's token is the key: the provider says if it was already removed.",
  },
  alert: {
    title: "Alert",
    repeat: "keyed",
    because: "The alert's id is sent with it, so that a receiver shows it once.",
  },
} as const satisfies Readonly<Record<OutsideKind, Kind>>;

/** All effects: what changes something outside, and work on this machine that is recorded in the same way. */
export const EFFECT_KINDS = {
  ...OUTSIDE,
  transcription: {
    title: "Transcription",
    repeat: "local",
    because: "It runs on this machine, and only its recorded result counts.",
  },
} as const satisfies Readonly<Record<string, Kind>>;

/** A kind of effect. */
export type EffectKind = keyof typeof EFFECT_KINDS;

/** Why effects of a kind may be attempted again. */
export type RepeatOf<Of extends EffectKind> = (typeof EFFECT_KINDS)[Of]["repeat"];
