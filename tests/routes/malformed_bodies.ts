/** A body as bytes, with the statuses that it may get where an endpoint takes a body. */
export type RawBody = { what: string; body: Uint8Array<ArrayBuffer>; refused: boolean; type?: string | null };

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const refused = (what: string, body: Uint8Array<ArrayBuffer> | string, type?: string | null): RawBody => ({
  what,
  body: typeof body === "string" ? bytes(body) : body,
  refused: true,
  ...(type !== undefined && { type }),
});
const read = (what: string, body: Uint8Array<ArrayBuffer> | string): RawBody => ({
  ...refused(what, body),
  refused: false,
});

const DEEP = 10_000;
const NOTHING = "{}";

/** Bodies that no client should send; those that are not `refused` are JSON all the same. */
export const RAW_BODIES: readonly RawBody[] = [
  refused("half an object", '{"request":'),
  refused("two values", "{} {}"),
  refused("single quotes", "{'a': 1}"),
  refused("a trailing comma", '{"a": 1,}'),
  refused("a comment", "{} // done"),
  refused("NaN", '{"a": NaN}'),
  refused("a line break in a string", '{"a":\n"b\nc"}'),
  refused("only spaces", "   "),
  refused("words", "hello"),
  refused("10,000 arrays", "[".repeat(DEEP) + "]".repeat(DEEP)),
  refused("10,000 arrays without an end", "[".repeat(DEEP)),
  refused("10,000 objects", '{"a":'.repeat(DEEP) + "1" + "}".repeat(DEEP)),
  refused("10,000 arrays in an unknown field", `{"zzz":${"[".repeat(DEEP)}${"]".repeat(DEEP)}}`),
  refused("65 levels", "[".repeat(65) + "]".repeat(65)),
  refused("a key twice", '{"reason":"one","reason":"two"}'),
  refused("a key twice, once with an escape", '{"reason":"one","re\\u0061son":"two"}'),
  refused("a key twice below an array", '{"zzz":[1,{"a":{}, "b":[{}], "a" : 2}]}'),
  refused("__proto__ twice", '{"__proto__":{},"__proto__":{}}'),
  refused("an empty key twice", '{"":1,"":2}'),
  refused("half a surrogate pair in a value", '{"zzz":"\\ud800"}'),
  refused("half a surrogate pair in a value, in capitals", '{"zzz":["\\uDFFF"]}'),
  refused("half a surrogate pair in a key", '{"\\udc00":1}'),
  refused("invalid UTF-8", latin1('{"a":"\xff\xfe"}')),
  refused("overlong UTF-8", latin1('{"a":"\xc0\xaf"}')),
  refused("a surrogate as UTF-8", latin1('{"a":"\xed\xa0\x80"}')),
  refused("a byte order mark", latin1("\xef\xbb\xbf{}")),
  refused("UTF-16", latin1("\xff\xfe{\0}\0")),
  refused("gzip", latin1("\x1f\x8b\x08\x00\x00\x00\x00\x00")),
  refused("text/plain", NOTHING, "text/plain"),
  refused("text/plain that mentions JSON", NOTHING, "text/plain; application/json"),
  refused("a form", "a=1", "application/x-www-form-urlencoded"),
  refused("a form's parts", "--x\r\n\r\n--x--", "multipart/form-data; boundary=x"),
  refused("another kind of JSON", NOTHING, "application/json-patch+json"),
  refused("a body without a content type", NOTHING, null),
  refused("an empty content type", NOTHING, ""),
  refused("two content types", NOTHING, "text/plain, application/json"),
  read("64 levels", `{"zzz":${"[".repeat(63)}${"]".repeat(63)}}`),
  read("brackets in a string", `{"zzz":"${"[{".repeat(DEEP)}\\"[["}`),
  read("no bytes", ""),
  read("NUL in a string", '{"zzz":"\\u0000","reason":"a\\u0000b"}'),
  read("a whole surrogate pair", '{"zzz":"\\ud83d\\ude00"}'),
  read(
    "__proto__",
    '{"__proto__":{"reason":1,"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  ),
  read(
    "a key again in another object, in a value and in another case",
    '{"a":{"a":"a\\":"},"b":["b","b",{"a":1}],"A":":"}',
  ),
  read("huge numbers", '{"zzz":1e999,"yyy":123456789012345678901234567890,"xxx":-0}'),
  read("names in other scripts", '{"причина":1,"理由":2,"😀":3,"a,b":4,"line\\nbreak":5,"":6}'),
];
