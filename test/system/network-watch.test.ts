import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { watchNetwork } from "../../system/network-watch.ts";

describe("the network watch", () => {
  let server: http.Server;
  beforeEach(async () => {
    server = http.createServer((_request, response) => response.end("here"));
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  it("counts the sockets that this process opens while it watches", async () => {
    await connect();
    const watch = watchNetwork();
    expect(watch.socketCount()).toBe(0);
    await connect();
    await connect();
    expect(watch.socketCount()).toBe(2);
    watch.stop();
    await connect();
    expect(watch.socketCount()).toBe(2);
  });

  it("sees a fetch", async () => {
    const watch = watchNetwork();
    const response = await fetch(`http://127.0.0.1:${port()}`);
    expect(await response.text()).toBe("here");
    expect(watch.socketCount()).toBe(1);
    watch.stop();
  });

  const port = () => (server.address() as AddressInfo).port;

  function connect(): Promise<void> {
    return new Promise((done, fail) => {
      const socket = net.connect(port(), "127.0.0.1", () => socket.destroy());
      socket.on("close", () => done()).on("error", fail);
    });
  }
});
