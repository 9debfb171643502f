/** A coin's node on one port: its JSON-RPC as Bitcoin Core and Litecoin Core have it, and a page for people. */
import { join } from 'node:path';
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { fastify } from 'fastify';
import type { Faults } from '../faults.ts';
import { host, listenAt } from '../listen.ts';
import type { Engine } from './chain/engine.ts';
import { type CoinControl, makeControl } from './control.ts';
import { credentials, isForeign, makeDoor } from './door.ts';
import { addPage } from './page-routes.ts';
import { addRpc } from './rpc-route.ts';

export interface CoinOptions {
  readonly name: Coin;
  readonly port: number;
  readonly faults: Faults;
  readonly stateDir: string | undefined;
  /** A block is mined so often while anything waits; 0 is never. */
  readonly blockMs: number;
}

export interface RunningCoin extends CoinControl {
  close(): Promise<void>;
}

/** As much as Core reads. */
const maxBodyBytes = 32 * 1024 * 1024;
/** As Core: a connection that is kept longer is closed under its caller. */
const idleMs = 30_000;

/** Starts the node. Its chain is opened, or made, when somebody first asks for it. */
export async function startCoin(options: CoinOptions): Promise<RunningCoin> {
  const { name, faults, stateDir, blockMs } = options;
  const cookieFile = stateDir === undefined ? undefined : join(stateDir, `${name}.cookie`);
  const door = makeDoor(cookieFile);
  const closing = new AbortController();
  let opening: Promise<Engine> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const open = async () => {
    const { openEngine } = await import('./chain/engine.ts');
    const engine = openEngine(name, stateDir);
    const mine = () => {
      if (door.open && engine.node.mempool.size > 0) engine.node.mine(1);
    };
    if (blockMs > 0 && !closing.signal.aborted) timer = setInterval(mine, blockMs).unref();
    return engine;
  };
  const engine = () => {
    opening ??= open();
    return opening;
  };

  const app = fastify({
    logger: false,
    forceCloseConnections: true,
    bodyLimit: maxBodyBytes,
    keepAliveTimeout: idleMs,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('referrer-policy', 'same-origin');
    if (isForeign(request)) return reply.code(403).send();
  });
  addRpc(app, { name, faults, closing: closing.signal, engine, door });
  addPage(app, engine, door);

  door.unlock();
  const url = await listenAt(options.port, (port) => app.listen({ host, port }));
  const { user, password } = credentials;
  const rpcUrl = url.replace('//', `//${user}:${password}@`);
  return {
    ...makeControl({ url, rpcUrl, cookieFile }, engine, door),
    async close() {
      closing.abort();
      clearInterval(timer);
      door.lock();
      await app.close();
    },
  };
}
