/** How a model remembers its context; decides whether and how its state can be saved. */
export type MemoryClass = "full_attention" | "sliding_window" | "recurrent" | "hybrid" | "unknown";

/** Architectures whose every layer keeps K and V of every position in one plain cache. */
const fullAttention = new Set(
  (
    "llama arcee apertus baichuan codeshell command-r deepseek ernie4_5 exaone gemma glm4 granite granitemoe " +
    "hunyuan-dense internlm2 minicpm nemotron olmo olmo2 olmoe orion phi2 phi3 qwen qwen2 qwen2moe qwen3 " +
    "qwen3moe seed_oss smollm3 stablelm starcoder2 xverse"
  ).split(" "),
);

const slidingWindow = new Set(
  "cohere2 exaone4 gemma2 gemma3 gemma3n gemma4 gpt-oss llama4 plamo3 smallthinker".split(" "),
);

const recurrent = new Set("mamba mamba2 rwkv6 rwkv6qwen2 rwkv7 arwkv7".split(" "));

const hybrid = new Set(
  (
    "jamba falcon-h1 plamo2 granitehybrid lfm2 lfm2moe nemotron_h nemotron_h_moe qwen3next kimi-linear " +
    "bailingmoe3 kimi-k3 qwen35 qwen35moe qwen4exp deepseek4 minimax-01"
  ).split(" "),
);

/**
 * The memory class by architecture and by the keys that change it. What is not listed is `unknown`, never
 * guessed: a state saved from a class that was taken for another restores silently wrong.
 */
export function memoryClass(architecture: string, slidingWindowTokens: number | null): MemoryClass {
  if (recurrent.has(architecture)) return "recurrent";
  if (hybrid.has(architecture)) return "hybrid";
  if (slidingWindow.has(architecture)) return "sliding_window";
  if (!fullAttention.has(architecture)) return "unknown";
  return slidingWindowTokens === null ? "full_attention" : "sliding_window";
}

/** True for the classes whose state this release can bake and restore. */
export function isSupportedMemory(memory: MemoryClass): boolean {
  return memory === "full_attention";
}
