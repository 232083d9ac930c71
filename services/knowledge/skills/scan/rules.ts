import type { LineRule } from "./line_rule.ts";
import { CODE_RULES } from "./code_rules.ts";
import { OTHER_LANGUAGES } from "./other_languages.ts";

/** The version of the rules; raising it scans every skill again. */
export const RULES_VERSION = 4;

const PERSON = "(?:user|human|operator|person|developer|anyone|anybody)";

/** The patterns for every line of every file, and for the description first. */
export const LINE_RULES: readonly LineRule[] = [
  ...OTHER_LANGUAGES,
  ...CODE_RULES,
  {
    rule: "hidden-tags",
    severity: "critical",
    pattern: /[\u{E0000}-\u{E007F}\u{E0100}-\u{E01EF}]/u,
    why: "It contains characters that people cannot see but a model reads.",
  },
  {
    rule: "bidirectional-text",
    severity: "high",
    pattern: /[\u202A-\u202E\u2066-\u2069]/,
    why: "It changes the direction of text, so that it looks different from what it says.",
  },
  {
    rule: "zero-width",
    severity: "high",
    pattern: /[A-Za-z][\u200B-\u200D\u2060\uFEFF]+[A-Za-z]|[\u200B\u2060]{2,}/,
    why: "It contains zero-width characters within words.",
  },
  {
    rule: "instruction-override",
    severity: "high",
    pattern:
      /\b(?:ignore|disregard|forget|override|bypass)\b[^:.]{0,40}\b(?:previous|prior|above|earlier|system|safety|other|all|any|your)\b.{0,40}\b(?:instructions?|rules?|prompts?|guidelines|polic(?:y|ies)|restrictions|safeguards)\b/i,
    why: "It tells a model to ignore its other instructions.",
  },
  {
    rule: "fetch-and-run",
    severity: "critical",
    pattern:
      /\b(?:exec|eval)\s*\([^\n]{0,60}\b(?:urlopen|urllib|requests\.get|httpx\.get|fetch)\b|\bfetch\([^\n]{0,200}\.then\(\s*eval\b/,
    why: "It runs what it downloads, which can change at any time.",
  },
  {
    rule: "encoded-execution",
    severity: "critical",
    pattern:
      /\b(?:powershell|pwsh)(?:\.exe)?\b[^\n]{0,80}\s-e(?:nc(?:odedcommand)?)?\s+[A-Za-z0-9+/=]{8}|\beval\b[^\n]{0,20}\bprintf\s+['"]?(?:\\x[0-9a-f]{2}|\\[0-7]{3})/i,
    why: "It runs code that is hidden in an encoding.",
  },
  {
    rule: "exfiltration",
    severity: "high",
    pattern:
      /\b(?:nslookup|dig|host|ping)\b[^\n]{0,60}(?:\$\(|`)[^\n]{1,100}(?:\)|`)\.[a-z0-9-]{1,60}\.[a-z]{2,}/i,
    why: "The name of a host carries the output of a command away.",
  },
  {
    rule: "instruction-override",
    severity: "high",
    pattern:
      /\b(?:you are now|from now on,? you (?:are|will)|new system prompt|developer mode enabled|jailbreak)\b/i,
    why: "It tells a model to take on a different role.",
  },
  {
    rule: "secrecy",
    severity: "high",
    pattern: new RegExp(
      `\\b(?:do not|don't|never|without)\\b.{0,20}\\b(?:tell|telling|inform|informing|mention|mentioning|reveal|revealing|notify|notifying|alert|alerting)\\b.{0,40}\\b${PERSON}\\b`,
      "i",
    ),
    why: "It tells a model to hide something from people.",
  },
  {
    rule: "secrecy",
    severity: "high",
    pattern: new RegExp(
      `\\b(?:hide|conceal)\\b.{0,40}\\bfrom (?:the )?${PERSON}\\b|\\bkeep (?:this|it) (?:a )?secret\\b`,
      "i",
    ),
    why: "It tells a model to hide something from people.",
  },
  {
    rule: "image-beacon",
    severity: "high",
    pattern: /!\[[^\]]{0,200}\]\(https?:[^)\s]{0,300}[?&=/][^)\s]{0,200}(?:\$\{|\{\{|\$[A-Z]|<[a-z_]+>)/i,
    why: "Showing an image sends data to its address.",
  },
  {
    rule: "exfiltration",
    severity: "high",
    pattern: /https?:\/\/[^\s"'`]{0,200}[?&][\w-]{1,40}=[^\s"'`&]{0,60}(?:\$\{?[A-Za-z_]|\$\(|\{\{|`)/,
    why: "The value of a variable or a command is sent with an address.",
  },
  {
    rule: "exfiltration",
    severity: "high",
    pattern:
      /\b(?:curl|wget|http|nc|ncat|Invoke-WebRequest)\b.{0,200}(?:--data(?:-binary|-raw)?|--upload-file|--post-file|\s-d\s|\s-F\s|\s-T\s).{0,120}(?:\$\(|`|@[~/.]|\benv\b|printenv|\/etc\/|id_rsa|\.ssh|\.aws)/i,
    why: "It sends files, the environment or the output of a command to an address.",
  },
  {
    rule: "fetch-and-run",
    severity: "critical",
    pattern: /\b(?:curl|wget)\b[^\n|]{0,300}\|\s*(?:sudo\s+)?(?:(?:ba|z|da|k)?sh|python3?|perl|ruby|node)\b/i,
    why: "It runs what it downloads, which can change at any time.",
  },
  {
    rule: "fetch-and-run",
    severity: "critical",
    pattern:
      /\b(?:(?:ba|z|da)?sh|source|eval)\b[^\n]{0,20}(?:<\(|\$\(|`)\s*(?:curl|wget)\b|\bInvoke-Expression\b|\biex\s*\(/i,
    why: "It runs what it downloads, which can change at any time.",
  },
  {
    rule: "encoded-execution",
    severity: "critical",
    pattern:
      /\bbase64\s+(?:-d|-D|--decode)\b[^\n]{0,100}\|\s*(?:sudo\s+)?(?:(?:ba|z|da)?sh|python3?|perl|node)\b|\bxxd\s+-r\b[^\n]{0,80}\|\s*(?:ba)?sh\b/,
    why: "It runs code that is hidden in an encoding.",
  },
  {
    rule: "encoded-execution",
    severity: "critical",
    pattern:
      /(?<![.\w])(?:eval|exec)\s*\(\s*(?:atob|Buffer\.from|base64|codecs|zlib|bytes\.fromhex|compile\(|__import__|decodeURIComponent)/,
    why: "It runs code that is hidden in an encoding.",
  },
  {
    rule: "encoded-data",
    severity: "medium",
    pattern: /[A-Za-z0-9+/]{600}/,
    why: "It contains a long text in an encoding that people cannot read.",
  },
  {
    rule: "credential-path",
    severity: "high",
    pattern:
      /(?:~|\$HOME|\$\{HOME\}|\/home\/[\w.-]{1,40}|\/root|\/Users\/[\w.-]{1,40})\/\.(?:ssh|aws|gnupg|kube|netrc|npmrc|pypirc|git-credentials|docker\/config|config\/(?:gcloud|gh))|\/etc\/shadow\b|\bid_(?:rsa|ed25519)\b/,
    why: "It names a place where credentials are stored.",
  },
  {
    rule: "privilege",
    severity: "high",
    pattern:
      /\bchmod\s+(?:-R\s+)?(?:0?777|[ug]?\+s|[246][0-7]{3})\b|--privileged\b|--dangerously-skip-permissions\b|\bsetuid\b|NOPASSWD/,
    why: "It gives a program more rights than it needs.",
  },
  {
    rule: "privilege",
    severity: "medium",
    pattern: /(?:^|[`\s;&|])sudo\s+\S/,
    why: "It runs a program as the administrator.",
  },
  {
    rule: "persistence",
    severity: "high",
    pattern:
      /\bcrontab\s+-(?!l)|\bsystemctl\s+(?:--user\s+)?enable\b|>>\s*~?\/?\S{0,40}\.(?:bashrc|zshrc|profile|bash_profile)\b|authorized_keys|LaunchAgents\//,
    why: "It schedules something to run later without being asked.",
  },
  {
    rule: "destruction",
    severity: "critical",
    pattern:
      /\brm\s+-(?:rf|fr|r\s+-f|f\s+-r)\w*\s+(?:--no-preserve-root\s+)?(?:\/(?:\s|$|\*)|~\/?(?:\s|$)|\$HOME\/?(?:\s|$)|\/\*)|\bmkfs\.|\bdd\s+[^\n]{0,60}of=\/dev\//,
    why: "It destroys files outside a worktree.",
  },
];

/** Instructions to a model in places that are invisible in the rendered text. */
export const COMMENT_RULE = {
  rule: "hidden-comment",
  severity: "high",
  pattern:
    /\b(?:assistant|agent|model|AI|LLM|you)\b.{0,60}\b(?:must|should|shall|will|always|never|run|execute|send|read|fetch|ignore|include)\b/is,
  why: "A comment that is invisible to people gives instructions to a model.",
} as const;
