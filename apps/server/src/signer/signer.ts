/**
 * The signer, the only process with the seed. It takes numbered wishes from the database, checks each itself, and
 * answers with a signed transaction or a refusal. It also stocks public keys of accounts for new wallets. While it is
 * down wishes wait and the shop works on.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Coin, coins } from '@giftlane/contract/money/coins.ts';
import { connect, type Db, sql, type Tx } from '../platform/db/db.ts';
import { tellOnce, tellOver } from '../platform/limits/tell-once.ts';
import { seconds } from '../platform/process/durations.ts';
import { StartRefused } from '../platform/process/ending.ts';
import { ConfigError } from '../platform/process/env.ts';
import type { Log } from '../platform/process/log.ts';
import { accountTag, houseAccount } from '../utxo/tags.ts';
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

/** NOTIFY channels of new wishes and of answers. */
export const wishChannel = 'coin_wishes';
export const answerChannel = 'coin_answers';

const wishesAtOnce = 50;
/** While a file of this name is in the signer's folder, nothing is signed. */
const holdFile = 'hold';
const lookEveryMs = seconds(2);

export interface Signer {
  /** Answers open wishes and fills the stock of accounts. Safe to repeat. */
  work(): Promise<void>;
  /** Works at every notification, and every two seconds. */
  start(): void;
  /** Safe to repeat. */
  stop(): Promise<void>;
  /** When it last did all its work, holding the signer's lock, by `performance.now()`. */
  turnedMs(): number;
}

interface Parts {
  readonly log: Log;
  readonly config: SignerConfig;
  readonly keys?: Keys;
  readonly book?: SignedBook;
  /** Called when another signer works on this database, or the keys do not match it. */
  readonly onRefused?: (error: Error) => void;
}

/** Dependencies of signing. */
interface Desk {
  readonly log: Log;
  readonly config: SignerConfig;
  readonly keys: Keys;
  readonly book: SignedBook;
  readonly db: Db;
  readonly claim: ReturnType<typeof makeClaim>;
}

const isRefusal = (error: unknown) =>
  error instanceof StartRefused || error instanceof ConfigError ? error : undefined;

/** Returns the function that answers all open wishes, in batches of one transaction. */
function makeSigning({ log, config, keys, book, db, claim }: Desk) {
  let held = false;
  /** Works without the database; a change is logged. */
  const isHeldHere = () => {
    const now = existsSync(join(config.dir, holdFile));
    if (now !== held) log.warn({ held: now }, 'the signer is held by its file, or goes on');
    held = now;
    return now;
  };

  /** Wishes that wait for a limit, to log each once. */
  const late = new Set<bigint>();

  /** Answers one wish; false when it must wait for a limit. */
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

  /** Handles wishes with numbers above `after`; resolves to the last one's number, or undefined at the end. */
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

  return async () => {
    for (let after: bigint | undefined = 0n; after !== undefined; ) after = await signSome(after);
  };
}

/** Fills the stock of a coin's accounts for new wallets up to the configured number, besides the house's. */
const fillStock = ({ config, keys, db, claim }: Desk, coin: Coin) =>
  db.tx(async (tx) => {
    await claim(tx);
    const { free, next } = await accountStock(tx, coin);
    // Account 0 is the house's.
    const missing = Math.max(0, config.accounts - free) + (next === houseAccount ? 1 : 0);
    if (missing === 0) return;
    const accounts = Array.from({ length: missing }, (_, i) => {
      const account = { coin, number: next + i, xpub: keys.xpub(coin, next + i) };
      return { ...account, tag: accountTag(config.wishKey, account) };
    });
    await storeAccounts(tx, coin, accounts);
  });

/** Runs `work` on request, one run at a time; requests during a run start one more. */
function oneAtATime(work: () => Promise<void>) {
  let working: Promise<void> | undefined;
  let again = false;
  const run = () => {
    again = working !== undefined;
    working ??= work().finally(() => {
      working = undefined;
      if (again) run();
    });
  };
  return {
    run,
    /** Resolves when the current run ends; no other follows. */
    async end() {
      again = false;
      await working;
    },
  };
}

/** Throws `StartRefused` when another signer uses the folder. */
export function makeSigner({ log, config, onRefused, ...given }: Parts): Signer {
  const keys = given.keys ?? openKeys(config);
  const book = given.book ?? openSignedBook(config.dir);
  const claim = makeClaim(config, keys);
  // One connection, so that signing happens in the session that holds the signer's lock.
  const db = connect(config.databaseUrl, { max: 1, log });
  const desk: Desk = { log, config, keys, book, db, claim };
  const signAll = makeSigning(desk);

  let turnedMs = Number.NEGATIVE_INFINITY;
  const work = async () => {
    await signAll();
    for (const coin of coins) await fillStock(desk, coin);
    turnedMs = performance.now();
    tellOver(log, 'signer', 'the signer works again');
  };
  const tellFailed = (error: unknown) => {
    const refusal = isRefusal(error);
    if (refusal && onRefused) onRefused(refusal);
    else tellOnce(log, 'signer', 'the signer could not work', { err: error, reason: `${error}` });
  };
  const runs = oneAtATime(() => work().catch(tellFailed));

  let timer: NodeJS.Timeout | undefined;
  let heard: ReturnType<Db['listen']> | undefined;
  let stopped: Promise<void> | undefined;
  const end = async () => {
    clearInterval(timer);
    await heard?.stop();
    await runs.end();
    await db.close();
    book.close();
  };
  return {
    work,
    turnedMs: () => turnedMs,
    start() {
      heard = db.listen(wishChannel, runs.run, runs.run);
      timer = setInterval(runs.run, lookEveryMs);
    },
    stop() {
      stopped ??= end();
      return stopped;
    },
  };
}
