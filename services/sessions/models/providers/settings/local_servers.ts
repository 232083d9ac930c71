/** A model server that people run on their own machine, at its default address. */
export type LocalServer = { id: string; label: string; baseUrl: string };

/** Model servers that a health check looks for on this machine. */
export const LOCAL_SERVERS: readonly LocalServer[] = [
  { id: "ollama", label: "Ollama", baseUrl: "http://127.0.0.1:11434/v1" },
  { id: "lm-studio", label: "LM Studio", baseUrl: "http://127.0.0.1:1234/v1" },
  { id: "llama-cpp", label: "llama.cpp", baseUrl: "http://127.0.0.1:8080/v1" },
  { id: "vllm", label: "vLLM", baseUrl: "http://127.0.0.1:8000/v1" },
];
