/** Clients that send many requests and never read the replies. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Db, sql } from '../platform/db/db.ts';
import { usualLimits } from '../platform/http/connections.ts';

/** Adds brands with one card and a page of text each; they are listed after a refresh. */
export async function addBrands(db: Db, count: number): Promise<void> {
  await db.tx(async (tx) => {
    await tx.run(sql`
      insert into brands (id, slug, title, category, description)
      select 'brd_many' || n, 'many-' || n, 'Brand ' || n, 'Gaming', repeat('Words of a brand. ', 40)
      from generate_series(1, ${count}::int) n`);
    await tx.run(sql`
      insert into cards (id, brand_id, currency, value_minor, price_minor)
      select 'crd_many' || n, 'brd_many' || n, 'usd', 1000, 1000
      from generate_series(1, ${count}::int) n`);
  });
}

export interface Unread {
  /** Number of connections still open. */
  open(): number;
  close(): void;
}

/**
 * Opens connections, each as if from its own network, and never reads from them. Every second one requests
 * `path` as often as a connection may have requests outstanding, the others as often as fits into 64 kB.
 */
export async function askAndNotRead(
  url: string,
  { lines, path }: { readonly lines: number; readonly path: string },
): Promise<Unread> {
  const { hostname, port } = new URL(url);
  const requestFrom = (address: string) =>
    `GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nx-forwarded-for: ${address}\r\n\r\n`;
  const sockets: Socket[] = [];
  for (let i = 0; i < lines; i += 1) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.pause();
    sockets.push(socket);
    await once(socket, 'connect');
    const request = requestFrom(`198.51.${Math.floor(i / 250)}.${i % 250}`);
    const asMany = Math.floor((64 * 1024) / request.length);
    socket.write(request.repeat(i % 2 === 0 ? usualLimits.waiting : asMany));
  }
  return {
    open: () => sockets.filter(({ destroyed }) => !destroyed).length,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
