import type { Clock } from "../../system/clock.ts";
import { maskedReason } from "./mask.ts";

/** Names of the sources that `--source` takes besides `auto`. */
export type SourceName = "pip" | "huggingface" | "hf-mirror";
export const sourceNames: readonly SourceName[] = ["pip", "huggingface", "hf-mirror"];

export type HubName = Exclude<SourceName, "pip">;
export type HubEndpoints = Readonly<Record<HubName, string>>;

const mirrorUrl = "https://hf-mirror.com";
const probeTimeoutMs = 3_000;
/** A hub that answers slower than this comes after the other one. */
const slowHubMs = 2_500;

/** `HF_ENDPOINT` and `HF_MIRROR_ENDPOINT`, else the public ones. Loads the hub's large library only to know its own. */
export async function hubEndpoints(env: NodeJS.ProcessEnv): Promise<HubEndpoints> {
  return {
    huggingface: withoutSlash(env.HF_ENDPOINT || (await import("@huggingface/hub")).HUB_URL),
    "hf-mirror": withoutSlash(env.HF_MIRROR_ENDPOINT || mirrorUrl),
  };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}

/** Whether a hub answers, as it stands in a receipt. */
export type HubProbe = { source: HubName; reachable: boolean; latency_ms: number } & (
  | { status_code: number }
  | { error: string }
);

/** Asks both hubs at once. @throws the signal's reason when it was aborted */
export async function probeHubs(
  endpoints: HubEndpoints,
  clock: Clock,
  signal: AbortSignal,
): Promise<HubProbe[]> {
  const probes = (["huggingface", "hf-mirror"] as const).map(async (source): Promise<HubProbe> => {
    const start = clock.elapsedMs();
    const latency = () => Math.round(clock.elapsedMs() - start);
    try {
      const response = await fetch(endpoints[source], {
        method: "HEAD",
        redirect: "manual",
        signal: AbortSignal.any([signal, AbortSignal.timeout(probeTimeoutMs)]),
      });
      const reachable = response.status < 500;
      return { source, reachable, latency_ms: latency(), status_code: response.status };
    } catch (error) {
      signal.throwIfAborted();
      return { source, reachable: false, latency_ms: latency(), error: maskedReason(error) };
    }
  });
  return Promise.all(probes);
}

/** The order in which to ask: the hub itself first, unless it does not answer or is slow while the mirror answers. */
export function hubOrder(probes: readonly HubProbe[]): readonly HubName[] {
  const [hub, mirror] = [probeOf(probes, "huggingface"), probeOf(probes, "hf-mirror")];
  const hubIsPoor = hub !== undefined && (!hub.reachable || hub.latency_ms > slowHubMs);
  return hubIsPoor && mirror?.reachable === true
    ? ["hf-mirror", "huggingface"]
    : ["huggingface", "hf-mirror"];
}

function probeOf(probes: readonly HubProbe[], source: HubName): HubProbe | undefined {
  return probes.find((probe) => probe.source === source);
}
