/** Test helpers: a shop with coins, whose chains and signer move only when the test asks. */

import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Coin, type CoinName, coins } from '@giftlane/contract/money/coins.ts';
import {
  generateWallet,
  getWallets,
  listCoinTransfers,
  sendCoin,
} from '@giftlane/contract/money/crypto.ts';
import { hex } from '@scure/base';
import { generateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { Address, OutScript } from '@scure/btc-signer';
import { expect, onTestFinished, test } from 'vitest';
import { startWorker } from '../../jobs/worker.ts';
import { post } from '../../ledger/ledger.ts';
import { sql } from '../../platform/db/db.ts';
import { seconds } from '../../platform/process/durations.ts';
import type { Env } from '../../platform/process/env.ts';
import { newId } from '../../platform/secrets/ids.ts';
import type { CoinNode } from '../../providers/coins/port.ts';
import { readSignerConfig } from '../../signer/config.ts';
import { openSignedBook } from '../../signer/journal.ts';
import { type Keys, openKeys } from '../../signer/keys.ts';
import { makeSigner } from '../../signer/signer.ts';
import { makeMember, type TestMember, testPassword } from '../../testing/builders.ts';
import { isLong } from '../../testing/long.ts';
import { controlOf, onRealNodes, realNodeUrl } from '../../testing/real-node.ts';
import { testWishKey } from '../../testing/sandbox-env.ts';
import {
  type AtEnd,
  startShop,
  type TestShop,
  type TestShopOptions,
} from '../../testing/start-shop.ts';
import { networkOf } from '../../utxo/networks.ts';
import { scriptOf } from '../../utxo/scripts.ts';
import { fetchToday } from '../rates/rates.testing.ts';
import { beginChain } from './chain/chain-queries.ts';
import { approveSend, broadcastSigned, houseAddress, makeWatcher } from './coins.ts';
import { receivedJournal } from './postings.ts';

/** The BIP 39 test vector: publicly known words. */
export const testWords =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';

/** The coin of tests that need only one: Bitcoin, unless Litecoin has the only real node. */
export const mainCoin: CoinName =
  realNodeUrl('ltc') !== undefined && realNodeUrl('btc') === undefined ? 'LTC' : 'BTC';
export const lowerCoin = mainCoin === 'BTC' ? 'btc' : 'ltc';

/** A test that needs the sandbox's node. */
export const onSandbox = test.skipIf(onRealNodes);

/** A test on the sandbox that only runs among the long ones. */
export const longOnSandbox = test.runIf(isLong && !onRealNodes);

/** An address of nobody in the shop, on the network of `mainCoin` (BIP 173). */
export const elsewhere =
  mainCoin === 'BTC'
    ? 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
    : 'rltc1qw508d6qejxtdg4y5r3zarvary0c5xw7k693xs3';

/** The extended public key of a cold account. */
export const coldXpub = openKeys({
  words: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
  networks: { btc: 'regtest', ltc: 'regtest' },
}).xpub('btc', 0);

/** Settings of a shop and its signer with a cold account, and with the cap `cap` for each coin. */
export const withCold = (cap: string, signer: Env = {}) => ({
  env: {
    BTC_COLD_XPUB: coldXpub,
    BTC_HOT_CAP: cap,
    LTC_COLD_XPUB: coldXpub,
    LTC_HOT_CAP: cap,
  },
  signer: { BTC_COLD_XPUB: coldXpub, LTC_COLD_XPUB: coldXpub, ...signer },
});

export interface CoinShop extends TestShop {
  /** The signer's seed words: new ones on a real node, where addresses have a history from earlier tests. */
  readonly words: string;
  /** Signs open requests, and stores new accounts. */
  sign(): Promise<void>;
  /** Stops the signer, so that another one may run. */
  endSigner(): Promise<void>;
  /** Polls both chains once. */
  look(): Promise<void>;
  /** Broadcasts signed sends. */
  handIn(): Promise<void>;
  /** Signs, broadcasts and polls once. */
  step(): Promise<void>;
  /** Runs the jobs that are due. */
  workJobs(): Promise<void>;
  /** Mines blocks of a coin and polls. */
  mine(coin: Coin, blocks?: number): Promise<void>;
}

/** Keys by words and networks, shared between signers: deriving a hundred accounts takes a tenth of a second. */
const opened = new Map<string, Keys>();

function keysOf({ words, networks }: Parameters<typeof openKeys>[0]): Keys {
  const of = JSON.stringify([words, networks]);
  const keys = opened.get(of) ?? openKeys({ words, networks });
  opened.set(of, keys);
  return keys;
}

/** Two persons let a waiting payout go: the command line, then an operator of the back office. */
export async function approveByTwo({ db, checkout }: TestShop, id: string): Promise<void> {
  const operatorId = 'opr_second';
  await db.run(sql`
    insert into operators (id, email, email_key, role)
    values (${operatorId}, 'second@giftlane.test', 'second@giftlane.test', 'finance')
    on conflict do nothing`);
  await approveSend(db, checkout.coins, id, { by: 'olga' });
  await approveSend(db, checkout.coins, id, { by: operatorId, operatorId });
}

/** Starts a signer for the shop's database with `testWords`; `now`, in ms, is the clock of its limits. */
export async function signerOf(
  shop: TestShop,
  env: Env = {},
  now?: () => number,
  atEnd: AtEnd = onTestFinished,
) {
  const dir = join(tmpdir(), `giftlane-signer-${newId('test')}`);
  const config = readSignerConfig({
    DATABASE_URL: shop.config.databaseUrl,
    COIN_SEED: testWords,
    COIN_WISH_KEY: testWishKey,
    SIGNER_DIR: dir,
    SIGNER_ACCOUNTS: '20',
    ...env,
  });
  const book = openSignedBook(config.dir, now);
  const signer = makeSigner({ log: shop.log, config, keys: keysOf(config), book });
  atEnd(async () => {
    await signer.stop();
    await rm(dir, { recursive: true, force: true });
  });
  return signer;
}

/** Runs a chore once. */
export async function runChore({ chores }: TestShop, name: string): Promise<void> {
  const chore = chores.find((one) => one.name === name);
  if (!chore) throw new Error(`no chore ${name}`);
  await chore.run();
}

/** The number of jobs that are due or running. */
async function dueJobs({ db }: TestShop): Promise<number> {
  const { due } = await db.one(sql<{ due: number }>`
    select count(*)::int as due from jobs where due_at <= now() and given_up_at is null`);
  return due;
}

/** Settings for the real nodes, if tests run against some. */
const theirUrls = (): Record<string, string> =>
  Object.fromEntries(
    coins.flatMap((coin) => {
      const url = realNodeUrl(coin);
      return url === undefined ? [] : [[`${coin.toUpperCase()}_RPC_URL`, url]];
    }),
  );

/** Replaces the sandbox controls by those of real nodes, if there are some. */
function onTheirNodes(shop: TestShop): TestShop {
  const moved = coins.map((coin) => {
    const url = realNodeUrl(coin);
    const { [coin]: control } = shop.sandbox.coins;
    return [coin, url === undefined ? control : { ...control, ...controlOf(url) }] as const;
  });
  const controls = Object.fromEntries(moved) as typeof shop.sandbox.coins;
  return { ...shop, sandbox: { ...shop.sandbox, coins: controls } };
}

/** The regtest address of a testnet address's script. */
function onRegtest(coin: Coin, address: string): string {
  const read = scriptOf(address, networkOf(coin, 'test'));
  if (!('script' in read)) return address;
  return Address(networkOf(coin, 'regtest')).encode(OutScript.decode(hex.decode(read.script)));
}

/** Makes a shop take its regtest nodes for testnet, where required confirmations follow the options. */
function onTestNet(shop: TestShop): TestShop {
  const nodes = shop.checkout.coins.nodes as Map<Coin, CoinNode>;
  for (const [coin, node] of nodes) nodes.set(coin, { ...node, network: 'test' });
  const controlled = coins.map((coin) => {
    const { [coin]: control } = shop.sandbox.coins;
    const fund = (address: string, units: bigint) => control.fund(onRegtest(coin, address), units);
    return [coin, { ...control, fund }] as const;
  });
  const controls = Object.fromEntries(controlled) as typeof shop.sandbox.coins;
  return { ...shop, sandbox: { ...shop.sandbox, coins: controls } };
}

const testNetSigner: Env = { BTC_NETWORK: 'test', LTC_NETWORK: 'test' };

/** Starts a shop with exchange rates, signer accounts, and both chains followed. */
export async function startCoinShop(
  options: TestShopOptions & {
    readonly signer?: Env;
    readonly signerNow?: () => number;
    readonly testNet?: boolean;
  } = {},
): Promise<CoinShop> {
  const { testNet = false } = options;
  const started = onTheirNodes(
    await startShop({
      working: false,
      nodes: true,
      ...options,
      env: { ...theirUrls(), ...options.env },
    }),
  );
  const shop = testNet ? onTestNet(started) : started;
  const words = onRealNodes ? generateMnemonic(wordlist) : testWords;
  const signer = await signerOf(
    shop,
    { COIN_SEED: words, ...(testNet && testNetSigner), ...options.signer },
    options.signerNow,
    options.atEnd,
  );
  const watch = makeWatcher(shop.checkout.coins);
  const coinShop: CoinShop = {
    ...shop,
    words,
    sign: () => signer.work(),
    endSigner: () => signer.stop(),
    async look() {
      for (const coin of coins) await watch(coin);
    },
    async handIn() {
      for (const coin of coins) await broadcastSigned(shop.checkout.coins, coin);
    },
    async step() {
      await coinShop.sign();
      await coinShop.handIn();
      await coinShop.look();
    },
    async workJobs() {
      const { db, log, handlers } = shop;
      const worker = startWorker({ db, log, handlers, chores: [], concurrency: 2 });
      await expect.poll(() => dueJobs(shop)).toBe(0);
      await worker.stop();
    },
    async mine(coin, blocks = 1) {
      await shop.sandbox.coins[coin].mine(blocks);
      await coinShop.look();
    },
  };
  await fetchToday(shop);
  await runChore(shop, 'rates.spots');
  await coinShop.step();
  return coinShop;
}

/** Raises a network's fee rate, and moves the clock 31 s on: the shop caches fee rates for 30 s. */
export async function raiseFees(shop: CoinShop, coin: Coin, rate: number): Promise<void> {
  await shop.sandbox.coins[coin].setFeeRate(rate);
  const { now } = Date;
  Date.now = () => now() + seconds(31);
  onTestFinished(() => {
    Date.now = now;
  });
}

/** Creates a member's wallet of a coin. */
export async function makeWallet(shop: CoinShop, { token }: TestMember, coin: CoinName) {
  const { body } = await shop.call(generateWallet, { token, body: { coin } });
  return body.data;
}

/** Makes a member with confirmed units of a coin. */
export async function makeHolder(
  shop: CoinShop,
  coin: CoinName,
  units: bigint,
  { walletMinor = 0n } = {},
) {
  const member = await makeMember(shop, { verified: true, walletMinor });
  const { receiveAddress } = await makeWallet(shop, member, coin);
  const lower = coin === 'BTC' ? 'btc' : 'ltc';
  await shop.sandbox.coins[lower].fund(receiveAddress, units);
  await shop.mine(lower);
  return member;
}

/** Sends bitcoins of a member to an address outside the shop. */
export const sendAway = (shop: CoinShop, { token }: TestMember, amount: number) =>
  shop.call(sendCoin, {
    token,
    body: {
      coin: 'BTC',
      amount,
      receiveAddress: elsewhere,
      password: testPassword,
      purpose: 'sendCoin',
    },
  });

/** A member's wallet of a coin by the API. */
export async function walletSeen(shop: CoinShop, { token }: TestMember, coin: CoinName) {
  const { body } = await shop.call(getWallets, { token });
  const wallet = body.data.find((one) => one.coin === coin);
  if (!wallet) throw new Error(`no wallet of ${coin}`);
  return wallet;
}

/** A member's transfers of a coin by the API. */
export async function transfersSeen(shop: CoinShop, { token }: TestMember, coin: CoinName) {
  const { body } = await shop.call(listCoinTransfers, { token, params: { coin } });
  return body.data;
}

/** More work than the sandbox's chain ever has: the watcher then waits for the node to catch up. */
const aheadOfAll = 2n ** 200n;

/** Credits a member with units of BTC as the watcher would, without a block; returns the wallet's id. */
export async function giveCoins(
  shop: TestShop,
  member: TestMember,
  units: bigint,
): Promise<string> {
  const { token } = member;
  const chain = { network: 'regtest', height: 1, hash: '0'.repeat(64), work: aheadOfAll };
  await shop.db.tx((tx) => beginChain(tx, 'btc', chain));
  const made = await shop.call(generateWallet, { token, body: { coin: 'BTC' } });
  const { walletId, receiveAddress } = made.body.data;
  const [txid, transferId] = [randomBytes(32).toString('hex'), newId('ctx')];
  const received = {
    coin: 'btc' as const,
    txid,
    vout: 0,
    owner: member.id,
    address: receiveAddress,
    value: units,
    transferId,
    credited: 0,
    lost: 0n,
    matched: false,
    refill: false,
  };
  await shop.db.tx(async (tx) => {
    await tx.run(sql`
      insert into coin_transfers (id, coin, wallet_id, type, txid, vout, address, value, state, height)
      values (${transferId}, 'btc', ${walletId}, 'receive', ${txid}, 0, ${receiveAddress}, ${units},
        'confirmed', 1)`);
    await tx.run(sql`
      insert into coin_outputs (coin, txid, vout, wallet_id, script, value, kind, height, booked, credited)
      select coin, ${txid}, 0, wallet_id, script, ${units}, 'plain', 1, true, 1 from coin_addresses
      where address = ${receiveAddress}`);
    await post(tx, receivedJournal(received));
  });
  return walletId;
}

/** Tops up the house's wallet with `outputs` deposits of `units` each, confirmed. */
export async function fillHouse(shop: CoinShop, coin: Coin, units: bigint, outputs = 1) {
  for (let i = 0; i < outputs; i += 1) {
    const { address } = await shop.db.tx((tx) =>
      houseAddress(tx, shop.checkout.coins, coin, { refill: true }),
    );
    await shop.sandbox.coins[coin].fund(address, units);
  }
  await shop.mine(coin);
}
