import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a server that can be cut, as a network is. */
export interface Link {
  url: string;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Passes connections on to the server at an address of this machine. */
export async function linkTo(address: string): Promise<Link> {
  const { port } = new URL(address);
  const open = new Set<Socket>();
  let isCut = false;
  const drop = () => {
    for (const socket of open) socket.destroy();
    open.clear();
  };
  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(port), '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => (open.delete(socket), other.destroy()));
      socket.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      drop();
    },
    mend: () => (isCut = false),
    async close() {
      drop();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
