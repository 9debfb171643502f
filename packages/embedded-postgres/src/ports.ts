import { randomInt } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

const portFile = (home: string) => join(home, 'port');

/** The port of the last start when it is still free, otherwise a free one by chance. */
export async function choosePort(home: string): Promise<number> {
  const before = storedPort(home);
  if (before !== undefined && (await isFree(before))) return before;
  for (let tries = 0; tries < 50; tries += 1) {
    // Below the range from which systems take the ports of outgoing connections.
    const port = randomInt(15_000, 32_000);
    if (await isFree(port)) return port;
  }
  throw new Error('no free port was found between 15000 and 32000');
}

/** Keeps the port, so that the address of the database stays the same. */
export function storePort(home: string, port: number): void {
  if (storedPort(home) !== port) writeFileSync(portFile(home), `${port}\n`);
}

function storedPort(home: string): number | undefined {
  try {
    return Number(readFileSync(portFile(home), 'utf8')) || undefined;
  } catch {
    return undefined; // The first start.
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
