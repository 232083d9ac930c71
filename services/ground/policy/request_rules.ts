import type { BlockedClass } from "./classes.ts";
import { AMOUNT, ARTICLE, ASSET, COIN, HARDWARE, NETWORK_DEVICE, upTo } from "./vocabulary.ts";

/** How requests of a class begin, in lower case; each pattern matches at the start of a clause. */
type RequestRule = {
  id: BlockedClass["id"];
  asks: readonly RegExp[];
  /** Applies whatever software words follow. */
  always?: true;
};

const OWN = "(?:my|our|his|her|their|this year's|last year's)";
const HOUSE = "(?:the|my|our|all|every)";

/** The patterns of every blocked class; trades come before purchases, since both begin with "buy". */
export const REQUEST_RULES: readonly RequestRule[] = [
  {
    id: "trades",
    asks: starts(
      `(?:buy|sell|trade|purchase)\\s+(?:.*\\s)?${ASSET}\\b`,
      `short\\s+(?:\\d|the stock|shares)`,
      `invest\\s+(?:${ARTICLE}|in)\\b`,
      `(?:close|liquidate|open|hedge)\\s+(?:all|my|our|a (?:long|short))\\s+${upTo(2)}positions?\\b`,
      `(?:place|submit|execute|enter)\\s+${ARTICLE}\\s+(?:market|limit|stop|buy|sell)(?:-loss)?[ -](?:orders?|trades?)\\b`,
      `(?:rebalance|liquidate)\\s+${OWN}\\s+${upTo(2)}portfolio\\b`,
      `(?:exchange|convert|swap|transfer|send)\\s+${AMOUNT}\\s+${upTo(3)}${COIN}\\b`,
    ),
  },
  {
    id: "tax",
    asks: starts(
      `(?:e-?file|file|submit|prepare|do|complete|amend|pay|lodge)\\s+${OWN}\\s+${upTo(2)}taxes\\b`,
      `(?:e-?file|file|submit|prepare|do|fill (?:in|out)|complete|amend|pay|lodge)\\s+(?:${OWN}|the|a)\\s+${
        upTo(3)
      }(?:tax|vat)\\s+(?:returns?|declarations?|bills?|payments?|forms for)\\b`,
      `(?:give|get|provide|offer)\\s+(?:me |us )?${upTo(2)}tax(?:ation)? advice\\b`,
      "(?:advise|tell|show)\\s+(?:me|us)\\b.*\\b(?:deductions?|taxes|tax-deductible|tax return|deduct)\\b",
      "(?:how (?:can|do|should)|what can|should|can|which .*\\bcan) (?:i|we)\\b.*\\b(?:tax(?:es)?|deduct(?:ions?)?|write off)\\b",
      `how much\\s+${upTo(2)}tax(?:es)?\\s+(?:do|will|must|should|would|did)\\s+(?:i|we)\\b`,
      `(?:calculate|compute|estimate|minimi[sz]e|reduce|optimi[sz]e|lower)\\s+${OWN}\\s+${
        upTo(2)
      }(?:taxes|income tax|tax (?:bill|burden|liability))\\b`,
    ),
  },
  {
    id: "purchases",
    asks: starts(
      `(?:buy|purchase|rent|reorder)\\s+(?:(?:me|us)\\s+)?(?:${ARTICLE}|new)\\s`,
      "(?:buy|purchase|order)\\s.*\\b(?:from|on) (?:amazon|ebay|aliexpress|etsy)\\b",
      "order\\s+(?:me|us|an?|some|more|another|new|\\d+|two|three|four|five|six|ten)\\s(?!.*\\b(?:by|alphabetically|ascending|descending)\\b)",
      `book\\s+(?:(?:me|us)\\s+)?${ARTICLE}\\s+${
        upTo(3)
      }(?:flights?|hotels?|rooms?|trains?|trips?|taxis?|cars?|table for|seats?|appointments?|holiday|vacation)\\b`,
      `pay\\s+(?:for\\s+)?${ARTICLE}\\s+${
        upTo(3)
      }(?:invoices?|bills?|rent|fees?|subscriptions?|suppliers?|fines?)\\b`,
      "subscribe\\s+(?:me|us|my \\S+|our \\S+)\\s+to\\b",
      "sign\\s+(?:me|us|my \\S+|our \\S+)\\s+up\\s+(?:for|to)\\b",
      `renew\\s+(?:the|my|our)\\s+${upTo(3)}(?:subscription|domain|licen[cs]e|membership)\\b`,
      `upgrade\\s+(?:my|our)\\s+${upTo(3)}(?:subscription|membership|plan|account)\\b`,
      "(?:donate|wire|send|transfer)\\s+(?:[$€£]\\s?\\d|\\d[\\d.,]*\\s?(?:dollars|euros?|eur|usd|pounds|gbp)\\b)",
    ),
  },
  {
    id: "network-automation",
    asks: starts(
      `(?:re)?(?:configure|program|provision)\\s+${ARTICLE}\\s+${upTo(3)}${NETWORK_DEVICE}\\b`,
      `(?:set up|change|reset)\\s+(?:the|my|our)\\s+${
        upTo(2)
      }(?:firewall|modem|vlans?|vpn|wi-?fi (?:password|network))\\b`,
      `(?:update|upgrade|flash)\\s+the firmware (?:of|on)\\s+.*${NETWORK_DEVICE}\\b`,
      `(?:open|close|block|forward|allow|unblock)\\s+${upTo(5)}(?:on|in|at)\\s+${HOUSE}\\s+${
        upTo(2)
      }${NETWORK_DEVICE}\\b`,
      `(?:reboot|restart|reset|power[- ]cycle|shut down)\\s+${ARTICLE}\\s+${
        upTo(3)
      }(?:routers?|(?:network|core|access|edge) switch(?:es)?|firewalls?|access points?|modems?|switch ports?)\\b`,
      `(?:scan|port[- ]scan|ping[- ]sweep|probe)\\s.*(?:\\b(?:network|subnet|lan|wi-?fi|open ports)\\b|\\b\\d+\\.\\d+\\.\\d+\\.\\d+)`,
      "(?:ssh|telnet)\\s+(?:in)?to\\s",
      `(?:log ?in(?: |)to|log on to|connect to)\\s+${ARTICLE}\\s+${
        upTo(3)
      }(?:routers?|switch(?:es)?|firewalls?|modems?|access points?)\\b`,
      `(?:push|deploy|roll out|apply)\\s+${upTo(5)}(?:to|on)\\s+${ARTICLE}\\s+${upTo(3)}${NETWORK_DEVICE}\\b`,
      `(?:add|create|set|assign|delete|remove|disable|enable)\\s+${upTo(6)}(?:on|to|from|in)\\s+${HOUSE}\\s+${
        upTo(2)
      }(?:routers?|switches|(?:network|core|access|edge|office) switch|firewalls?|access points?|modems?)\\b`,
    ),
  },
  {
    id: "device-control",
    asks: starts(
      `(?:turn|switch|power)\\s+(?:on|off|down|up)\\s+(?:${HOUSE}\\s+)?${upTo(3)}${HARDWARE}\\b`,
      `(?:turn|switch|power)\\s+${HOUSE}\\s+${upTo(3)}${HARDWARE}\\s+(?:\\S+\\s+){0,4}?(?:on|off|down|up)\\b`,
      `(?:dim|brighten|unlock|lock|open|close|raise|lower|arm|disarm)\\s+${HOUSE}\\s+${
        upTo(3)
      }(?:lights?|lamps?|(?:front|back|car|garage) door|doors|garage|gate|blinds|shutters|curtains|alarm|car|valve)\\b`,
      `(?:start|stop|move|drive|fly|land|park|dock)\\s+${HOUSE}\\s+${
        upTo(3)
      }(?:car|vacuum(?: cleaner)?|robot(?: arm)?|drone|sprinklers?|coffee machine|washing machine|dishwasher|heating)\\b`,
      `set\\s+(?:the|my|our)\\s+${upTo(3)}(?:thermostat|heating|lights?|oven|air conditioning)\\b`,
      `(?:flash|reflash|upload|burn)\\s+${upTo(4)}(?:onto|to|on)\\s+${ARTICLE}\\s+${
        upTo(2)
      }(?:board|device|phone|microcontroller|arduino|esp32|raspberry pi|drone|sd card)\\b`,
      `(?:reboot|shut ?down|hibernate|power off|wipe|factory[- ]reset)\\s+${ARTICLE}\\s+${
        upTo(2)
      }(?:computer|laptop|machine|pc|phone|tablet|raspberry pi|server|workstation|nas|printer)\\b`,
      `restart\\s+(?:my|our|this)\\s+${upTo(1)}(?:computer|laptop|machine|pc|phone|tablet)\\b`,
      `(?:format|wipe|erase|unmount|eject)\\s+${ARTICLE}\\s+${
        upTo(2)
      }(?:hard drive|usb (?:drive|stick)|sd card|ssd)\\b`,
      `(?:play|stream)\\s.*\\bon\\s+(?:the|my|our)\\s+${
        upTo(3)
      }(?:speakers?|tv|television|stereo|chromecast)\\b`,
      `(?:take|record|capture)\\s+${upTo(4)}(?:with|from|on|through)\\s+(?:the|my|our)\\s+${
        upTo(2)
      }(?:webcam|camera|microphone)\\b`,
    ),
  },
  {
    id: "self-extension",
    always: true,
    asks: starts(
      "(?:install|extend|upgrade|update|replicate|copy|clone|schedule|improve|reprogram|modify|rewrite|deploy|register)\\s+yourself\\b",
      "(?:give|grant|assign|allow|get|build|make|create|write|allocate)\\s+yourself\\b",
      "(?:install|add|enable|register|connect|create|write|download|build)\\s.*\\b(?:for|to|into) (?:yourself|your own (?:tools?|tool ?set|toolbox|capabilities|skills|use|configuration))\\b",
      `(?:extend|expand|increase|raise|widen|broaden|remove|lift|disable|bypass|turn off|switch off|ignore|modify|change|edit|rewrite|override|weaken|delete)\\s+(?:all (?:of )?)?your\\s+(?:own\\s+)?${
        upTo(1)
      }(?:capabilit(?:y|ies)|permissions?|rights|access|limits?|restrictions?|approvals?|(?:approval )?(?:rules|checks|checkpoints)|guard ?rails?|safety|safeguards?|polic(?:y|ies)|prompt|instructions|tools?|tool ?set|allow-?list|sandbox|configuration|budget|code|source code)\\b`,
      "(?:approve|accept|sign off)\\s+(?:all |on )?your own\\b",
      `(?:spawn|start|launch|create)\\s+${
        upTo(3)
      }(?:copies|instances|clones|copy|instance|clone) of yourself\\b`,
      "(?:become|turn yourself into)\\s+(?:an? )?(?:root|admin(?:istrator)?|operator|superuser)\\b",
    ),
  },
];

function starts(...patterns: readonly string[]): RegExp[] {
  return patterns.map((pattern) => new RegExp(`^(?:${pattern})`));
}
