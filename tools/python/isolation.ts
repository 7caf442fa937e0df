import { readlinkSync } from "node:fs";
import { type Sha256, sha256OfJson } from "../../imprint/hash.ts";
import type { RunnerReadyDocument } from "../../schemas/runner-documents.ts";
import type { IsolationMode } from "../runner.ts";

/** Where a runner said that it is, judged before it is given a request. */
export type Confinement =
  | {
      readonly ok: true;
      /** It is in another PID namespace than this process. */
      readonly isNamespaced: boolean;
      /** Of the process that runs user code; has its number here only outside of a PID namespace. */
      readonly session: number;
      readonly networkProofSha256: Sha256 | null;
    }
  | { readonly ok: false; readonly message: string };

/** What each attempt to leave an empty network ends with; which of them depends on the kernel's order of checks. */
const unreachable = ["ENETUNREACH", "EHOSTUNREACH", "ENETDOWN", "EADDRNOTAVAIL", "EAFNOSUPPORT"];
const attempts = ["tcp_canary", "tcp_ipv4", "tcp_ipv6", "udp_canary", "udp_ipv4", "udp_ipv6", "dns"] as const;

/** Believes in an isolation only what was measured. `canaryConnections` is null when nothing listened. */
export function confinementOf(
  ready: RunnerReadyDocument,
  mode: IsolationMode,
  canaryConnections: number | null,
): Confinement {
  if (!ready.ok) return refused(`the system refuses the namespaces that it needs (${ready.reason})`);
  const isNamespaced = isElsewhere("pid", ready.pid_namespace);
  const confined = { ok: true, isNamespaced, session: ready.session } as const;
  if (mode !== "net") return { ...confined, networkProofSha256: null };
  if (!isNamespaced || !isElsewhere("net", ready.network_namespace)) {
    return refused("the runner is not in namespaces of its own");
  }
  const probes = { ...ready.network_probes };
  const open = openWays(probes);
  if (open.length > 0) return refused(`the network is not shown to be empty: ${open.join(", ")}`);
  if (canaryConnections !== 0) return refused("nothing watched whether the network is empty");
  return { ...confined, networkProofSha256: sha256OfJson({ ...probes, canary_connections: 0 }) };
}

/** The probes that do not show an empty network, each with what came of it. */
function openWays(probes: Readonly<Record<string, string>>): string[] {
  const expected: Record<string, readonly string[]> = {
    interfaces_up: [""],
    ...Object.fromEntries(attempts.map((name) => [name, unreachable])),
    return: ["EPERM"],
  };
  return Object.entries(expected).flatMap(([name, allowed]) => {
    const outcome = probes[name];
    return outcome !== undefined && allowed.includes(outcome) ? [] : [`${name} gave ${outcome || "nothing"}`];
  });
}

/** No evidence is no isolation: a namespace that cannot be told apart from ours counts as ours. */
function isElsewhere(kind: "pid" | "net", namespace: string | undefined): boolean {
  try {
    return namespace !== undefined && namespace !== readlinkSync(`/proc/self/ns/${kind}`);
  } catch {
    return false;
  }
}

function refused(message: string): Confinement {
  return { ok: false, message };
}
