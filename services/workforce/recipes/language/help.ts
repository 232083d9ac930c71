/** What a person whose request is not a recipe does next. The forms of the instructions have their place in a help text. */
export const RECIPE_HELP =
  'Without a model, a request has one instruction per line, such as `create NOTE.md with "hello"`: `agent-harness run --help` ' +
  "lists them. For a request in plain words, connect a model or an agent: `agent-harness connect`, or the page Models.";
