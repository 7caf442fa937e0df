import { createServer } from "node:net";

/** A listener on 127.0.0.1 that nobody is to reach. */
export interface Canary {
  readonly port: number;
  connectionCount(): number;
  close(): void;
}

/** Resolves to null where this machine has no loopback address to listen on. Keeps no process alive. */
export function openCanary(): Promise<Canary | null> {
  return new Promise((resolve) => {
    let count = 0;
    const server = createServer((socket) => {
      count++;
      socket.destroy();
    });
    server.on("error", () => resolve(null));
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      resolve({ port, connectionCount: () => count, close: () => void server.close() });
    });
    server.unref();
  });
}
