import type { LineRule } from "./line_rule.ts";

/** "Ignore all previous instructions", as it is said elsewhere: the verb, then "all" or "previous", then what is set aside. */
const OVERRIDES = [
  /\b(?:ignorier|vergiss|missachte|umgeh)\w{0,4}\b[^.:。]{0,30}\b(?:alle|vorherig|bisherig|obig|früher)\w{0,3}\b[^.:。]{0,30}\b(?:anweisung|regel|vorgabe)/iu,
  /\b(?:ignor[ae]|olvid[ae]|descart[ae])\b[^.:。]{0,30}\b(?:instrucciones|reglas|indicaciones|instruções|regras)\b[^.:。]{0,30}\b(?:anterior|previ)/iu,
  /\b(?:ignor|oubli)(?:e|ez|er)\b[^.:。]{0,30}\b(?:instructions|consignes|règles)\b[^.:。]{0,30}(?:précédent|antérieur)/iu,
  /\b(?:ignora|dimentica)\b[^.:。]{0,30}\b(?:istruzioni|regole)\b[^.:。]{0,30}\b(?:precedent|anterior)/iu,
  /(?:игнорир|забудь|не\s+обращай)[^.:。]{0,30}(?:предыдущ|прежн|прошл)[^.:。]{0,30}(?:инструкц|указан|правил)/iu,
  /(?:忽略|无视|無視|忘记|忘記)[^.:。]{0,12}(?:之前|以前|先前|上面|所有|全部)[^.:。]{0,12}(?:指令|指示|规则|規則|提示)/u,
  /(?:以前|これまで|上記|すべて)[^.:。]{0,12}(?:指示|命令|ルール)[^.:。]{0,6}(?:無視|忘れ)/u,
];

/** "Do not tell the user", as it is said elsewhere. */
const SECRECY = [
  /\b(?:sag|verrate|erzähl|melde)e?\b[^.:。]{0,20}\b(?:nutzer|benutzer|anwender|mensch)\w{0,3}\b[^.:。]{0,20}\b(?:nichts|nicht|davon nichts)\b/iu,
  /\bno\b[^.:。]{0,12}\b(?:digas|menciones|informes|reveles)\b[^.:。]{0,20}\b(?:usuari[oa]|operador)/iu,
  /\bne\b[^.:。]{0,12}\b(?:dis|dites|mentionne|informe)\w{0,3}\b[^.:。]{0,30}\b(?:utilisateur|utilisatrice)/iu,
  /не\s+(?:говори|сообщай|рассказывай|упоминай)[^.:。]{0,20}(?:пользовател|человек)/iu,
  /(?:不要|别|別|请勿)[^.:。]{0,6}(?:告诉|告訴|通知|提及)[^.:。]{0,10}(?:用户|用戶|使用者)/u,
  /(?:ユーザー|利用者)に[^.:。]{0,10}(?:言わない|知らせない|伝えない)/u,
];

const rules = (rule: string, why: string, patterns: readonly RegExp[]): LineRule[] =>
  patterns.map((pattern) => ({ rule, severity: "high", pattern, why }));

/** What the English rules look for first of all, in the other languages that most skills are written in. */
export const OTHER_LANGUAGES: readonly LineRule[] = [
  ...rules("instruction-override", "It tells a model to ignore its other instructions.", OVERRIDES),
  ...rules("secrecy", "It tells a model to keep something from people.", SECRECY),
];
