/**
 * `node prove/cluster/turn-keys.ts`: the encryption key is changed in the steps of docs/operations.md while orders are placed and codes are
 * looked at; each step is rolled over two servers that work on jobs, so that both orders of keys are at work at once.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { type Queryable, sql } from '../../apps/server/src/platform/db/db.ts';
import { apiBase } from '../../apps/server/src/platform/http/http.ts';
import {
  makeCard,
  makeMember,
  orderBody,
  testPassword,
} from '../../apps/server/src/testing/builders.ts';
import { ask } from '../../apps/server/src/testing/journey.ts';
import { type Life, openKillable } from '../../apps/server/src/testing/killable.ts';
import { startKillableDatabase } from '../../apps/server/src/testing/killable-database.ts';

type Env = Readonly<Record<string, string>>;

export interface Turned {
  readonly db: Queryable;
  /** The ring before. */
  readonly ring: string;
  /** A file that is not there yet. */
  readonly keyFile: string;
  /** Restarts all servers and workers with these variables, one after the other. */
  roll(env: Env): Promise<void>;
  /** Runs a command of the command line. */
  command(words: readonly string[], env: Env): Promise<{ code: number | null; said: string }>;
}

/** Changes the key step by step; answers the variables of the last step. Throws if a step is refused. */
export async function turnKeys({ db, ring, keyFile, roll, command }: Turned): Promise<Env> {
  const must = async (words: readonly string[], env: Env) => {
    const { code, said } = await command(words, env);
    if (code !== 0) throw new Error(`${words.join(' ')}: ${said}`);
    return said;
  };
  const added = `2:${randomBytes(32).toString('base64')}`;
  await roll({ ENCRYPTION_KEYS: `${ring},${added}` });
  const both = { ENCRYPTION_KEYS: `${added},${ring}` };
  await roll(both);
  await must(['keys', 'fingerprint', keyFile], both);
  const [, FINGERPRINT_KEY = ''] =
    /^FINGERPRINT_KEY=(.*)$/m.exec(await readFile(keyFile, 'utf8')) ?? [];
  // The ten minutes after the last process with the old order need not be waited for here.
  await db.run(sql`
    update key_checks set sealed_at = app_now() - interval '11 minutes' where name = 'ENCRYPTION_KEYS 1'`);
  await db.run(
    sql`update key_walks set began_at = began_at - interval '12 minutes' where ended_at is not null`,
  );
  const env = { ...both, FINGERPRINT_KEY };
  for (let tries = 0; ; tries += 1, await sleep(5_000)) {
    const { code, said } = await command(['keys', 'drop', '1'], env);
    if (code === 0) break;
    if (tries > 60) throw new Error(said);
  }
  const last = { ENCRYPTION_KEYS: added, FINGERPRINT_KEY };
  await roll(last);
  console.log(await must(['keys', 'status'], last));
  await must(['ledger', 'verify'], last);
  return last;
}

/** Buys one card after the other and looks at its code, with a new try where a server is away. */
async function buyers(world: Awaited<ReturnType<typeof openKillable>>, url: () => string) {
  const card = await makeCard(world.shop, { codes: 3_000 });
  const member = await makeMember(world.shop, { walletMinor: 9_000_000n });
  const { token } = member;
  const codes = new Set(card.codes);
  let [open, seen] = [true, 0];
  const again = async <T>(work: (base: string) => Promise<T>): Promise<T> => {
    for (let tries = 0; ; tries += 1)
      try {
        return await work(url() + apiBase);
      } catch (error) {
        const refused = String(error);
        if (refused.includes('.unproven'))
          await ask('POST', `${url()}${apiBase}/password/prove`, {
            token,
            body: { sPassword: testPassword },
          });
        else if (tries > 600 || / answered 4(?!29)/.test(refused)) throw error;
        await sleep(100);
      }
  };
  const buying = (async () => {
    while (open) {
      const body = orderBody(member, { card, totalMinor: 10_00n });
      const { _id, aCartData } = await again((base) =>
        ask<Order>('POST', `${base}/transaction`, { token, body }),
      );
      const cardId = aCartData[0]?.aCardCode[0]?._id;
      const { sOrderContent } = await again((base) =>
        ask<{ sOrderContent: string }>('PUT', `${base}/transactions/viewCard/${_id}`, {
          token,
          body: { cardId },
        }),
      );
      if (!codes.delete(sOrderContent)) throw new Error(`${sOrderContent} was not on sale`);
      seen += 1;
    }
  })();
  // What it failed with is told when it is stopped.
  const ended = buying.then(
    () => undefined,
    (error: unknown) => ({ error }),
  );
  return {
    async stop() {
      open = false;
      const failed = await ended;
      if (failed) throw failed.error;
      return seen;
    },
  };
}

async function prove(): Promise<string> {
  const database = await startKillableDatabase();
  const world = await openKillable(database.url);
  const folder = await mkdtemp(join(tmpdir(), 'giftlane-turned-'));
  const DATA_DIR = join(folder, 'data');
  const lives: (Life | undefined)[] = [undefined, undefined];
  let at = '';
  const roll = async (env: Env) => {
    for (const n of [0, 1]) {
      at = lives[1 - n]?.url ?? at;
      await lives[n]?.kill();
      lives[n] = await world.live({ DATA_DIR, THROTTLE: '1000', ...env });
      at = lives[n].url;
    }
  };
  const command = (words: readonly string[], env: Env) =>
    world.command(words, { DATA_DIR, ...env });
  try {
    const ring = `1:${Buffer.alloc(32, 7).toString('base64')}`;
    await roll({ ENCRYPTION_KEYS: ring });
    const shoppers = await buyers(world, () => at);
    await turnKeys({ db: world.shop.db, ring, keyFile: join(folder, 'key'), roll, command });
    return `${await shoppers.stop()} codes were bought and shown meanwhile`;
  } finally {
    await world.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) {
  console.log(await prove());
  process.exit(0);
}
