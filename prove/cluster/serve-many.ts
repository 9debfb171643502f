/** Serves the shop of a browser's test from two processes behind HAProxy, and kills one of them meanwhile. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../apps/server/src/platform/db/db.ts';
import { compiledEnv } from '../../apps/server/src/testing/sandbox-env.ts';
import type { ServeShop } from '../../apps/server/src/testing/start-shop.ts';
import { freePort } from '../../tools/free-port.ts';
import { startService } from './service.ts';

const root = join(import.meta.dirname, '../..');

/** What `deploy/cluster/haproxy.cfg` says of the shop, for two servers. */
function balancer(listen: string, shops: readonly string[]): string {
  const text = readFileSync(join(root, 'deploy/cluster/haproxy.cfg'), 'utf8');
  const values: Record<string, string | undefined> = {
    LISTEN: listen,
    SHOP1: shops[0],
    SHOP2: shops[1],
  };
  return text
    .slice(0, text.indexOf('\n# An origin of its own'))
    .replace(/^ *server shop3 .*\n/gm, '')
    .replace(/\$\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
}

async function untilReady(url: string): Promise<void> {
  for (const deadline = Date.now() + 120_000; ; await sleep(50)) {
    const reply = await fetch(`${url}/readyz`).catch(() => undefined);
    if (reply?.status === 200) return;
    if (Date.now() > deadline) throw new Error(`${url} is not ready after 120 s`);
  }
}

/** Every server hears of new cards within this time. */
const heardWithinMs = 1_000;

/** Tests change cards in the database, and then ask for them at any server. */
function refreshAll({ catalog, db }: Parameters<ServeShop>[0]): void {
  const { refresh } = catalog;
  const all: typeof refresh = async (...given) => {
    await refresh(...given);
    await db.run(sql`select pg_notify('catalog_changed', 'stock')`);
    await sleep(heardWithinMs);
  };
  Object.assign(catalog, { refresh: all });
}

/** A server dies some time after the shop is ready, while most tests still run. */
const [leastMs, spreadMs] = [1_000, 5_000];

export const serve: ServeShop = async (shop, { env, port }) => {
  refreshAll(shop);
  const folder = mkdtempSync(join(tmpdir(), 'giftlane-served-'));
  const entry = port || (await freePort());
  const ports = [await freePort(), await freePort()];
  const shops = ports.map((one) => `127.0.0.1:${one}`);
  const url = `http://127.0.0.1:${entry}`;
  const servers = ports.map((one, n) => {
    const DATA_DIR = env.DATA_DIR ?? join(folder, 'data');
    mkdirSync(DATA_DIR, { recursive: true });
    const own = { DATA_DIR, PORT: String(one), HOST: '127.0.0.1', TRUST_PROXY: '127.0.0.1' };
    return startService(folder, {
      name: `server-${n + 1}`,
      command: [process.execPath, join(root, 'apps/server/src/main.ts')],
      env: { PUBLIC_URL: url, DATABASE_CONNECTIONS: '6', ...env, ...compiledEnv, ...own },
    });
  });
  const settings = join(folder, 'haproxy.cfg');
  writeFileSync(settings, balancer(`127.0.0.1:${entry}`, shops));
  await Promise.all(shops.map((shop) => untilReady(`http://${shop}`)));
  const haproxy = startService(folder, {
    name: 'haproxy',
    command: ['haproxy', '-db', '-f', settings],
  });
  await untilReady(url);
  const victim = servers[Math.floor(Math.random() * servers.length)];
  const death = setTimeout(() => void victim?.kill(), leastMs + Math.random() * spreadMs);
  return {
    url,
    async end() {
      clearTimeout(death);
      await Promise.all([haproxy, ...servers].map((service) => service.stop()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
