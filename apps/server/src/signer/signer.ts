/**
 * The signer: it alone has the seed. It takes numbered wishes from the database, looks at each of them by itself,
 * and answers with a signature or why there is none; and it keeps public keys of accounts ready for new wallets.
 * Stopped, it stops nothing else: wishes wait.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { coins } from '@giftlane/contract/coins.ts';
import { type Db, sql } from '../platform/db.ts';
import { seconds } from '../platform/durations.ts';
import type { Log } from '../platform/log.ts';
import type { SignerConfig } from './config.ts';
import { openSignedBook, type SignedBook } from './journal.ts';
import { type Keys, openKeys } from './keys.ts';
import { accountStock, answerWish, lockFreeCoins, openWishes, storeAccounts } from './queries.ts';
import { signWish } from './sign-wish.ts';

/** Announces a wish, and an answer. */
export const wishChannel = 'coin_wishes';
export const answerChannel = 'coin_answers';

const wishesAtOnce = 50;
/** Accounts that wait for their wallets, of each coin. */
const accountsReady = 50;
/** While a file of this name is in the signer's folder, nothing is signed. */
const holdFile = 'hold';
const lookEveryMs = seconds(2);

export interface Signer {
  /** Signs what waits and fills the stock of accounts; repeated it does nothing more. */
  work(): Promise<void>;
  /** Does it whenever a wish comes, and by the clock. */
  start(): void;
  stop(): Promise<void>;
}

interface Parts {
  readonly db: Db;
  readonly log: Log;
  readonly config: SignerConfig;
  readonly keys?: Keys;
  readonly book?: SignedBook;
}

export function makeSigner({ db, log, config, ...given }: Parts): Signer {
  const keys = given.keys ?? openKeys(config);
  const book = given.book ?? openSignedBook(config.dir);

  let held = false;
  /** Whether somebody has put a file in the way, who needs no database for it; told when that changes. */
  const isHeldHere = () => {
    const now = existsSync(join(config.dir, holdFile));
    if (now !== held) log.warn({ held: now }, 'the signer is held by its file, or goes on');
    held = now;
    return now;
  };

  const signSome = () =>
    db.tx(async (tx) => {
      const wishes = await openWishes(tx, await lockFreeCoins(tx), wishesAtOnce);
      let answered = 0;
      for (const wish of wishes) {
        if (isHeldHere()) break;
        const answer = signWish({ config, keys, book }, wish);
        if ('refusal' in answer)
          log.error({ number: wish.number.toString(), ...answer }, 'a wish was not signed');
        await answerWish(tx, wish.number, answer);
        answered += 1;
      }
      if (answered > 0) await tx.run(sql`select pg_notify(${answerChannel}, '')`);
      return answered;
    });

  const fillStock = async () => {
    for (const coin of coins) {
      const { free, next } = await accountStock(db, coin);
      const missing = Math.max(0, accountsReady - free);
      const made = Array.from({ length: missing }, (_, i) => next + i);
      if (missing > 0)
        await storeAccounts(
          db,
          coin,
          made.map((number) => ({ number, xpub: keys.xpub(coin, number) })),
        );
    }
  };

  let working: Promise<void> | undefined;
  let again = false;
  const work = async () => {
    while ((await signSome()) === wishesAtOnce);
    await fillStock();
  };
  /** One at a time; what comes meanwhile is looked at afterwards. */
  const look = () => {
    again = working !== undefined;
    working ??= work()
      .catch((error: unknown) => log.warn({ err: error }, 'the signer could not work'))
      .finally(() => {
        working = undefined;
        if (again) look();
      });
  };
  let timer: NodeJS.Timeout | undefined;
  let heard: ReturnType<Db['listen']> | undefined;
  return {
    work,
    start() {
      heard = db.listen(wishChannel, look, look);
      timer = setInterval(look, lookEveryMs);
    },
    async stop() {
      clearInterval(timer);
      await heard?.stop();
      again = false;
      await working;
      book.close();
    },
  };
}
