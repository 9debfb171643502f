/** Strangers who ask for much and read nothing of it. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { usualLimits } from '../platform/connections.ts';
import { type Db, sql } from '../platform/db.ts';

/** Gives the shop so many more brands, with one card and a page of text each; they are listed after a refresh. */
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
  /** How many of the lines are still open. */
  open(): number;
  close(): void;
}

/**
 * Opens lines to a shop and never reads a byte of them. On every second one `path` is asked for as often as a
 * connection may have outstanding, on the others as often as fits into 64 kB.
 */
export async function askAndNotRead(
  url: string,
  { lines, path }: { readonly lines: number; readonly path: string },
): Promise<Unread> {
  const { hostname, port } = new URL(url);
  const request = `GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`;
  const times = [usualLimits.waiting, Math.floor((64 * 1024) / request.length)] as const;
  const sockets: Socket[] = [];
  for (let i = 0; i < lines; i += 1) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.pause();
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(request.repeat(times[i % 2 === 0 ? 0 : 1]));
  }
  return {
    open: () => sockets.filter(({ destroyed }) => !destroyed).length,
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}
