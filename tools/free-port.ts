import { once } from 'node:events';
import { createServer } from 'node:net';

/** True if a program may listen there now. */
export async function isFree(port: number, host: string): Promise<boolean> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return true;
  } catch {
    return false;
  }
}

/** Below the ports that systems give to who asks for any: such a one may be somebody's before it is used. */
const [least, count] = [20_000, 10_000];

/** A port that is free now, by chance. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = least + Math.floor(Math.random() * count);
    if (await isFree(port, '127.0.0.1')) return port;
  }
  throw new Error('no port is free');
}
