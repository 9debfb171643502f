/**
 * The signer: it alone has the seed. It takes numbered wishes from the database, looks at each of them by itself,
 * and answers with a signature or why there is none; and it keeps public keys of accounts ready for new wallets.
 * Stopped, it stops nothing else: wishes wait.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Coin, coins } from '@giftlane/contract/coins.ts';
import { accountTag, houseAccount } from '../coins/tags.ts';
import { ConfigError } from '../platform/config.ts';
import { connect, type Db, sql, type Tx } from '../platform/db.ts';
import { seconds } from '../platform/durations.ts';
import { StartRefused } from '../platform/ending.ts';
import type { Log } from '../platform/log.ts';
import { tellOnce, tellOver } from '../platform/tell-once.ts';
import { makeClaim } from './claim.ts';
import type { SignerConfig } from './config.ts';
import { openSignedBook, type SignedBook } from './journal.ts';
import { type Keys, openKeys } from './keys.ts';
import {
  accountStock,
  answerWish,
  lockFreeCoins,
  openWishes,
  type StoredWish,
  storeAccounts,
} from './queries.ts';
import { signWish } from './sign-wish.ts';

/** Announces a wish, and an answer. */
export const wishChannel = 'coin_wishes';
export const answerChannel = 'coin_answers';

const wishesAtOnce = 50;
/** While a file of this name is in the signer's folder, nothing is signed. */
const holdFile = 'hold';
const lookEveryMs = seconds(2);

export interface Signer {
  /** Signs what waits and fills the stock of accounts; repeated it does nothing more. */
  work(): Promise<void>;
  /** Does it whenever a wish comes, and by the clock. */
  start(): void;
  /** Safe to repeat. */
  stop(): Promise<void>;
}

interface Parts {
  readonly log: Log;
  readonly config: SignerConfig;
  readonly keys?: Keys;
  readonly book?: SignedBook;
  /** Told that it may not sign here: another signer does, or its keys are not those of the database. */
  readonly onRefused?: (error: Error) => void;
}

const isRefusal = (error: unknown) =>
  error instanceof StartRefused || error instanceof ConfigError ? error : undefined;

/** Throws `StartRefused` where another signer uses the folder. */
export function makeSigner({ log, config, onRefused, ...given }: Parts): Signer {
  const keys = given.keys ?? openKeys(config);
  const book = given.book ?? openSignedBook(config.dir);
  const claim = makeClaim(config, keys);
  // One connection: what it signs and that it alone may sign belong to the same session.
  const db = connect(config.databaseUrl, { max: 1, log });

  let held = false;
  /** Whether somebody has put a file in the way, who needs no database for it; told when that changes. */
  const isHeldHere = () => {
    const now = existsSync(join(config.dir, holdFile));
    if (now !== held) log.warn({ held: now }, 'the signer is held by its file, or goes on');
    held = now;
    return now;
  };

  /** Wishes that wait for a limit and were told of. */
  const late = new Set<bigint>();

  /** Answers one wish; false where it has to wait for another hour or day. */
  const answerOne = async (tx: Tx, wish: StoredWish) => {
    const { number } = wish;
    const answer = signWish({ config, keys, book }, wish);
    if ('later' in answer) {
      if (!late.has(number)) log.warn({ number: number.toString(), ...answer }, 'a wish waits');
      late.add(number);
      return false;
    }
    if ('refusal' in answer)
      log.error({ number: number.toString(), ...answer }, 'a wish was not signed');
    await answerWish(tx, number, answer);
    late.delete(number);
    return true;
  };

  /** Looks at some wishes beyond a number; answers the last one's, nothing when there are no more. */
  const signSome = (after: bigint) =>
    db.tx(async (tx) => {
      await claim(tx);
      const wishes = await openWishes(tx, await lockFreeCoins(tx), { after, most: wishesAtOnce });
      let answered = 0;
      let stopped = false;
      for (const wish of wishes) {
        stopped = isHeldHere();
        if (stopped) break;
        if (await answerOne(tx, wish)) answered += 1;
      }
      if (answered > 0) await tx.run(sql`select pg_notify(${answerChannel}, '')`);
      return stopped || wishes.length < wishesAtOnce ? undefined : wishes.at(-1)?.number;
    });

  const fillStock = (coin: Coin) =>
    db.tx(async (tx) => {
      await claim(tx);
      const { free, next } = await accountStock(tx, coin);
      // The first is the house's.
      const missing = Math.max(0, config.accounts - free) + (next === houseAccount ? 1 : 0);
      if (missing === 0) return;
      const accounts = Array.from({ length: missing }, (_, i) => {
        const account = { coin, number: next + i, xpub: keys.xpub(coin, next + i) };
        return { ...account, tag: accountTag(config.wishKey, account) };
      });
      await storeAccounts(tx, coin, accounts);
    });

  let working: Promise<void> | undefined;
  let again = false;
  const work = async () => {
    for (let after: bigint | undefined = 0n; after !== undefined; ) after = await signSome(after);
    for (const coin of coins) await fillStock(coin);
    tellOver(log, 'signer', 'the signer works again');
  };
  /** One at a time; what comes meanwhile is looked at afterwards. */
  const look = () => {
    again = working !== undefined;
    working ??= work()
      .catch((error: unknown) => {
        const refusal = isRefusal(error);
        if (refusal && onRefused) onRefused(refusal);
        else
          tellOnce(log, 'signer', 'the signer could not work', { err: error, reason: `${error}` });
      })
      .finally(() => {
        working = undefined;
        if (again) look();
      });
  };
  let timer: NodeJS.Timeout | undefined;
  let heard: ReturnType<Db['listen']> | undefined;
  let stopped: Promise<void> | undefined;
  const end = async () => {
    clearInterval(timer);
    await heard?.stop();
    again = false;
    await working;
    await db.close();
    book.close();
  };
  return {
    work,
    start() {
      heard = db.listen(wishChannel, look, look);
      timer = setInterval(look, lookEveryMs);
    },
    stop() {
      stopped ??= end();
      return stopped;
    },
  };
}
