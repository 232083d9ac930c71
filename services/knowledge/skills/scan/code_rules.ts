import type { LineRule } from "./line_rule.ts";

/** What runs a text as code. A method of that name, such as that of a regular expression, does not. */
export const RUNS =
  "(?:(?<![.\\w])(?:eval|exec|execfile)|\\b(?:new Function|vm\\.run\\w{0,20}|os\\.(?:system|popen|exec\\w{0,3})|subprocess\\.\\w{1,20}|child_process[^\\n]{0,20}\\.\\w{1,20}|execSync|spawnSync|shell_exec))";
/** What turns a text that people cannot read into one that they could. */
export const DECODES =
  "(?:b64decode|atob|fromhex|unhexlify|fromCharCode|base64_decode|codecs\\.decode|zlib\\.(?:decompress|inflate\\w{0,10})|Buffer\\.from\\([^\\n]{0,200}['\"](?:base64|hex)['\"])";
/** Where secrets are read from, in a shell. */
const SECRET =
  "(?:\\$\\{?\\w{0,40}(?:TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?|API_?KEY|PRIVATE_KEY)\\b|\\.env\\b|\\.netrc|\\.npmrc|\\.pypirc|\\.ssh\\/|\\.aws\\/|\\btokens?\\b|\\bsecrets?\\b|\\bpasswords?\\b|\\bcredentials?\\b)";
const SENDS = "(?:curl|wget|nc|ncat|netcat|socat|telnet|openssl s_client|xh|Invoke-WebRequest)";

/** The patterns for code that gives control away, hides what it runs, or sends secrets. */
export const CODE_RULES: readonly LineRule[] = [
  {
    rule: "reverse-shell",
    severity: "critical",
    pattern:
      /(?:>&?|<>)\s*\/dev\/(?:tcp|udp)\/(?!localhost\b|127\.|::1)|\b(?:nc|ncat|netcat)\b[^\n]{0,80}\s-(?:e|c|-exec|-sh-exec)\s+\S{0,40}(?:sh|cmd(?:\.exe)?)\b|\bsocat\b[^\n]{0,120}\bEXEC:|\bmkfifo\b[^\n]{0,120}\|\s*(?:nc|ncat|netcat)\b|\bos\.dup2\s*\(\s*\w{1,20}\.fileno|\bpty\.spawn\s*\(/i,
    why: "It gives control over this machine to another one.",
  },
  {
    rule: "encoded-execution",
    severity: "critical",
    pattern: new RegExp(`${RUNS}\\s*\\([^\\n]{0,80}${DECODES}`),
    why: "It runs code that is hidden in an encoding.",
  },
  {
    rule: "encoded-execution",
    severity: "critical",
    pattern:
      /(?:\beval\b|\bexec\b|\bsource\b|\b(?:ba|z|da|k)?sh\b)[^\n]{0,40}(?:\$\(|`|<\()[^\n`]{0,300}\bbase64\s+(?:-d|-D|--decode)\b|\bbase64\s+(?:-d|-D|--decode)\b[^\n]{0,100}\|\s*(?:exec|eval|source|xargs\b[^\n]{0,40}\b(?:sh|bash))\b/,
    why: "It runs code that is hidden in an encoding.",
  },
  {
    rule: "dynamic-code",
    severity: "high",
    pattern: new RegExp(
      `${RUNS}\\s*\\([^\\n]{0,60}(?:process\\.argv|sys\\.argv|process\\.env\\b|os\\.environ|\\$_(?:GET|POST|REQUEST)\\b|location\\.(?:hash|search)|\\binput\\()|\\beval\\s+["']?\\$\\{?[@*1-9]`,
    ),
    why: "It runs whatever it is given as code.",
  },
  {
    rule: "exfiltration",
    severity: "critical",
    pattern: new RegExp(
      `\\b(?:echo|printf|cat|head|tail|tar|zip|base64|gh auth|op read|pass show)\\b[^\\n|]{0,120}${SECRET}[^\\n|]{0,80}(?:\\|[^\\n|]{0,80}){0,3}\\|\\s*(?:sudo\\s+)?${SENDS}\\b`,
      "i",
    ),
    why: "It sends a secret to an address.",
  },
  {
    rule: "exfiltration",
    severity: "critical",
    pattern: new RegExp(
      `(?:^|[\`$(;&\\s])(?:env|printenv|export -p|history|pbpaste)\\s*(?:\\|[^\\n|]{0,80}){0,3}\\|\\s*(?:sudo\\s+)?${SENDS}\\b`,
    ),
    why: "It sends the environment to an address.",
  },
  {
    rule: "exfiltration",
    severity: "high",
    pattern:
      /\b(?:fetch|axios(?:\.\w{1,10})?|got(?:\.\w{1,10})?|requests\.(?:post|put|get)|httpx\.(?:post|put|get)|urlopen)\s*\([^\n]{0,200}(?:\bprocess\.env\b(?![.[\w])|\bos\.environ\b(?!\.get|[[\w]))/,
    why: "It sends the environment to an address.",
  },
  {
    rule: "credential-path",
    severity: "high",
    pattern:
      /(?:\.\.[\\/]){2,}[\w./\\-]{0,60}\.env\b(?!\.(?:example|sample|template|dist))|["']\.\.["']\s*,\s*["']\.\.["'][^\n]{0,60}["']\.env["']/,
    why: "It names a place outside of the skill where credentials are stored.",
  },
  {
    rule: "block-escape",
    severity: "high",
    pattern:
      /<\/(?:skills?|system|tool_results?|function_results?)\s*>|<\/[\w-]{2,30}>\s{0,20}(?:SYSTEM|ASSISTANT|DEVELOPER|HUMAN|USER)\s*:|<\|(?:im_start|im_end|system|start_header_id)\|>|\[\/INST\]|<<\/?SYS>>/,
    why:
      "It ends the block that it is shown in, so that a model takes what follows for someone else's words.",
  },
  {
    rule: "script-link",
    severity: "high",
    pattern:
      /(?:\]\(|\]:|<|\bhref\s*=\s*["']?)\s{0,5}(?:javascript:(?!void\(0\))|vbscript:|data:text\/html)/i,
    why: "A link runs a script when it is followed.",
  },
];
