import { subscribe, unsubscribe } from "node:diagnostics_channel";

/** Counts the network sockets that this process opens, so that "no network" in a receipt is a measurement. */
export interface NetworkWatch {
  /** TCP client sockets opened since the watch began. Child processes are not seen. */
  socketCount(): number;
  stop(): void;
}

export function watchNetwork(): NetworkWatch {
  let count = 0;
  const onSocket = () => {
    count++;
  };
  subscribe("net.client.socket", onSocket);
  return {
    socketCount: () => count,
    stop: () => void unsubscribe("net.client.socket", onSocket),
  };
}
