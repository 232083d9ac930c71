import type { Step } from "./script.ts";

/** Returns what an agent that misbehaves puts on its output beside the messages. */
export function misbehaviour(what: Extract<Step, { do: "misbehave" }>["what"], sessionId: string): string {
  const updateOf = (update: object) =>
    `${JSON.stringify({ jsonrpc: "2.0", method: "session/update", params: { sessionId, update } })}\n`;
  switch (what) {
    case "line":
      return "warning: this is not a message\n{ nor is this\n";
    case "unasked":
      return '{"jsonrpc":"2.0","id":"\\u001b[2J","result":{}}\n' +
        '{"jsonrpc":"2.0","method":"session/request_permission","params":{"options":5}}\n';
    case "huge_line":
      return `${"x".repeat(1024 * 1024)}\n`;
    case "extension":
      return '{"jsonrpc":"2.0","method":"_auth/status_update","params":{"authStatus":{"kind":"api_key"}}}\n' +
        '{"jsonrpc":"2.0","method":"$/progress","params":{}}\n';
    case "unknown_update":
      return updateOf({ sessionUpdate: "party", level: 3 });
    case "update_without_id":
      return updateOf({ sessionUpdate: "tool_call", title: "?" });
  }
}
