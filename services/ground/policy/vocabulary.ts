/** Things that programmers work on. A request whose object is one of them is about software, whatever its subject. */
const SOFTWARE_NOUNS = [
  "(?:ui|ux|css|html|json|yaml|sql|svg|api|apis|cli|sdk|pr|apps?|applications?|websites?|games?|pages?|screens?|views?)",
  "(?:widgets?|dialogs?|modals?|menus?|sidebars?|navbars?|tooltips?|banners?|badges?|buttons?|toggles?|icons?)",
  "(?:labels?|sprites?|animations?|canvas|themes?|modes?|forms?|fields?|flows?|endpoints?|routes?|middleware)",
  "(?:functions?|methods?|components?|modules?|packages?|class|classes|types?|interfaces?|enums?|structs?|hooks?)",
  "(?:code|codebase|scripts?|tests?|specs?|mocks?|mocked|fixtures?|stubs?|simulations?|simulators?|emulators?)",
  "(?:bugs?|issues?|tickets?|stories|features?|flags?|calculations?|calculators?|logic|algorithms?|generators?)",
  "(?:schemas?|tables?|columns?|models?|docs|documentation|readme|translations?|strings?|templates?|placeholders?)",
  "(?:handlers?|services?|librar(?:y|ies)|events?|messages?|queues?|parsers?|drivers?|wrappers?|clients?|sdk)",
  "(?:backends?|frontends?|reducers?|stores?|imports?|examples?|demos?|prototypes?|statements?|cases?|variables?)",
  "(?:constants?|repo|repository|branch|commits?|pull request|linters?|warnings?|logs?|logging|validations?)",
  "(?:react|vue|express|next\\.?js|angular|svelte|hono|django|rails|terraform|helm|kubernetes|docker|manifests?)",
  "(?:lazy|lazily|paths?|urls?|navigation|by default|pipeline|workflow|config files?|layer|sprites?|preview)",
];

/** Whether a clause is about building software. */
export const SOFTWARE: RegExp = anyOf(SOFTWARE_NOUNS);

/** Words before a thing that someone wants to have, or a quantity of it. */
export const ARTICLE =
  "(?:a|an|the|some|any|my|our|your|his|her|their|this|that|these|those|all|every|each|both|" +
  "another|one|two|three|four|five|six|ten|more|\\d[\\d.,]*k?|[$€£]\\s?\\d[\\d.,]*)";

/** A quantity. */
export const AMOUNT = "(?:\\d[\\d.,]*k?|[$€£]\\s?\\d[\\d.,]*k?|half|all (?:of )?(?:my|our)|my|our|some)";

/** What is traded. */
export const ASSET =
  "(?:shares?|stocks?|bonds?|btc|bitcoins?|eth|ether|ethereum|crypto(?:currency)?|solana|dogecoin|" +
  "options? contracts?|put options?|call options?|futures|etfs?|forex|securities|treasur(?:y|ies)|gold|silver|" +
  "[a-z]{3}/[a-z]{3})";

/** Crypto-assets alone. */
export const COIN = "(?:btc|bitcoins?|eth|ether|ethereum|usdc|usdt|solana|crypto)";

/** Equipment that a network is made of. */
export const NETWORK_DEVICE = "(?:routers?|switch(?:es)?|firewalls?|access points?|vlans?|modems?|wi-?fi|" +
  "network devices?|subnets?|vpn|load balancers?|network gateways?|(?:office|home|guest|company|corporate) network)";

/** Things in a house, a workshop or on a desk. */
export const HARDWARE =
  "(?:lights?|lamps?|bulbs?|heating|heater|thermostat|tv|television|oven|cameras?|webcam|alarm|" +
  "fan|smart plugs?|speakers?|air conditioning|ac|printer|computer|laptop|phone|garage|door|gate|blinds|shutters|" +
  "curtains|vacuum|robot|drone|car|sprinklers?|coffee machine|washing machine|dishwasher|pump|arduino|esp32|" +
  "raspberry pi)";

/** Up to so many words of any kind. */
export function upTo(count: number): string {
  return `(?:\\S+\\s+){0,${count}}?`;
}

function anyOf(patterns: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${patterns.join("|")})(?![\\w-]|\\.\\w)`);
}
