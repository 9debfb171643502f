/** Compares a coin's outputs with the node's UTXO set, and recovers deposits unknown to a restored database. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { sql, type Tx } from '../../../platform/db/db.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { newId } from '../../../platform/secrets/ids.ts';
import type { CoinNode, NodeTransaction } from '../../../providers/coins/port.ts';
import { openAccount } from '../../../utxo/scripts.ts';
import { houseAccount } from '../../../utxo/tags.ts';
import { type CoinParts, confirmationsNeeded, needNetwork, needNode } from '../parts.ts';
import {
  asStored,
  house,
  insertWalletOn,
  keepBackAccounts,
  lockAllWallets,
  markRefills,
  noteRescanned,
} from '../wallets/wallet-queries.ts';
import { addAddresses } from '../wallets/wallets.ts';
import { bookRipe, noteIncoming } from './book-block.ts';
import { lateAfter } from './booked-queries.ts';
import { findChain, lockChain } from './chain-queries.ts';

/** An unspent output. */
export interface Unspent {
  readonly txid: string;
  readonly vout: number;
  /** Smallest units. */
  readonly value: bigint;
}

export interface Compared {
  readonly coin: Coin;
  readonly height: number;
  /** The number of outputs that are unspent in both. */
  readonly same: number;
  readonly onlyNode: readonly Unspent[];
  readonly onlyBooks: readonly Unspent[];
}

/** Each `scantxoutset` scans the whole UTXO set: few large queries are faster. */
const scriptsAtOnce = 20_000;

export type FoundOutput = Unspent & { readonly script: string; readonly height: number };

/** Unspent outputs of scripts by the node. Refuses `coins.unavailable`. */
export async function unspentAt(
  node: CoinNode,
  scripts: readonly string[],
): Promise<FoundOutput[]> {
  const found: FoundOutput[] = [];
  for (let from = 0; from < scripts.length; from += scriptsAtOnce) {
    const said = await node.unspentOf(scripts.slice(from, from + scriptsAtOnce));
    if (said.kind !== 'done') throw new Refusal('coins.unavailable');
    found.push(...said.value);
  }
  return found;
}

/** The booked tip; refuses `coins.behind` unless it is the node's tip, and `coins.unavailable`. */
export async function sameTip(parts: Pick<CoinParts, 'db' | 'nodes'>, coin: Coin) {
  const tip = await needNode(parts, coin).tip();
  if (tip.kind !== 'done') throw new Refusal('coins.unavailable');
  const chain = await findChain(parts.db, coin);
  if (chain?.hash !== tip.value.hash)
    throw new Refusal('coins.behind', { ours: chain?.height ?? 0, theirs: tip.value.height });
  return chain;
}

const nameOf = ({ txid, vout, value }: Unspent) => `${txid}:${vout}=${value}`;

/** Compares the unspent outputs of scripts by the node with those in the database. */
async function differences(
  parts: Pick<CoinParts, 'db' | 'nodes'>,
  coin: Coin,
  scripts: readonly string[],
) {
  const before = await sameTip(parts, coin);
  const theirs = await unspentAt(needNode(parts, coin), scripts);
  const ours = await parts.db.rows(sql<Unspent>`
    select txid, vout, value from coin_outputs
    where coin = ${coin} and height is not null and spent_txid is null and not gone`);
  const after = await sameTip(parts, coin);
  if (after.hash !== before.hash)
    throw new Refusal('coins.behind', { ours: before.height, theirs: after.height });
  const [known, there] = [new Set(ours.map(nameOf)), new Set(theirs.map(nameOf))];
  return {
    chain: after,
    same: ours.filter((one) => there.has(nameOf(one))).length,
    onlyNode: theirs.filter((one) => !known.has(nameOf(one))),
    onlyBooks: ours.filter((one) => !there.has(nameOf(one))),
  };
}

async function knownScripts({ db }: Pick<CoinParts, 'db'>, coin: Coin): Promise<string[]> {
  const rows = await db.rows(sql<{ script: string }>`
    select script from coin_addresses where coin = ${coin}`);
  return rows.map(({ script }) => script);
}

/**
 * Compares the unspent outputs of our addresses by the node and by the database. Refuses `coins.behind` and
 * `coins.unavailable`.
 */
export async function compareWithNode(
  parts: Pick<CoinParts, 'db' | 'nodes'>,
  coin: Coin,
): Promise<Compared> {
  const { chain, ...compared } = await differences(parts, coin, await knownScripts(parts, coin));
  return { coin, height: chain.height, ...compared };
}

interface Beyond {
  readonly account: number;
  /** Null for an account without a wallet. */
  readonly owner: string | null;
  readonly branch: 0 | 1;
  readonly index: number;
}

/** The next `gap` addresses of each account and branch by script: a database since restored may have issued them. */
async function beyondKnown(
  parts: Pick<CoinParts, 'db' | 'nodes' | 'wishKey'>,
  coin: Coin,
  gap: number,
): Promise<Map<string, Beyond>> {
  const network = needNetwork(parts, coin);
  const accounts = await parts.db.rows(sql<{
    coin: Coin;
    number: number;
    xpub: string;
    tag: Buffer;
    owner: string | null;
    receiving: number;
    changing: number;
  }>`
    select a.coin, a.number, a.xpub, a.tag, w.owner, coalesce(w.receiving, 0) as receiving,
      coalesce(w.changing, 0) as changing
    from coin_accounts a left join coin_wallets w on w.coin = a.coin and w.account = a.number
    where a.coin = ${coin}`);
  const beyond = new Map<string, Beyond>();
  for (const account of accounts) {
    const { number, xpub, owner, receiving, changing } = asStored(parts, account);
    const keys = openAccount(xpub);
    for (const [branch, first] of [[0, receiving] as const, [1, changing] as const])
      for (let index = first; index < first + gap; index += 1) {
        const { script } = keys.addressAt({ branch, index }, network);
        beyond.set(script, { account: number, owner, branch, index });
      }
  }
  return beyond;
}

/**
 * Issues wallets' addresses up to the last one found, and `gap` more receiving ones: payers may know those from before
 * the restore, so no other member may get them. Returns how many.
 */
async function handOut(
  tx: Tx,
  parts: Pick<CoinParts, 'nodes' | 'wishKey'>,
  { coin, hits, gap }: { coin: Coin; hits: readonly Beyond[]; gap: number },
): Promise<number> {
  let made = 0;
  const hitsOf = Map.groupBy(hits, ({ owner, branch }) => `${owner} ${branch}`);
  const indexesOf = (owner: string, branch: 0 | 1) =>
    (hitsOf.get(`${owner} ${branch}`) ?? []).map(({ index }) => index);
  const lastOf = (owner: string, branch: 0 | 1) => Math.max(-1, ...indexesOf(owner, branch));
  for (const wallet of await lockAllWallets(tx, parts, coin)) {
    const { owner, receiving, changing, rescanned } = wallet;
    const give = (branch: 0 | 1, first: number, upTo: number) =>
      addAddresses(tx, parts, wallet, { branch, first, upTo });
    // The restored database knows no order for these deposits: they are the house's own.
    const found = Math.max(receiving - 1, lastOf(owner, 0));
    made += await give(0, receiving, found);
    if (owner === house) await markRefills(tx, wallet.id, indexesOf(owner, 0));
    made += await give(1, changing, lastOf(owner, 1));
    if (found < receiving && rescanned === receiving) continue;
    made += await give(0, found + 1, found + gap);
    await noteRescanned(tx, wallet.id);
  }
  return made;
}

type Mined = NodeTransaction & { readonly height: number };

async function blockAt(node: CoinNode, height: number): Promise<readonly NodeTransaction[]> {
  const hash = await node.hashAt(height);
  const block = hash.kind === 'done' ? await node.block(hash.value) : hash;
  if (block.kind !== 'done') throw new Refusal('coins.unavailable');
  return block.value.transactions;
}

/**
 * The transactions of found outputs, from their blocks, for the maturity of coinbase outputs and peg-outs. Blocks old
 * enough for both are not fetched. Refuses `coins.unavailable`, and `coins.behind` when the node's chain has changed.
 */
async function minedWith(
  node: CoinNode,
  found: readonly FoundOutput[],
  tip: { readonly height: number },
): Promise<Mined[]> {
  const mined: Mined[] = [];
  for (const [height, there] of Map.groupBy(found, (one) => one.height)) {
    const young = height > tip.height - lateAfter.coinbase;
    const told = young ? await blockAt(node, height) : undefined;
    for (const [txid, outputs] of Map.groupBy(there, (one) => one.txid)) {
      const old = { txid, spends: [], kind: 'plain' as const };
      const one = told ? told.find((transaction) => transaction.txid === txid) : old;
      if (!one) throw new Refusal('coins.behind', { ours: tip.height, theirs: height });
      mined.push({ ...one, outputs, height });
    }
  }
  return mined;
}

export interface Rescanned {
  /** Deposits recovered, their sum in smallest units, and the number of addresses issued. */
  readonly outputs: number;
  readonly units: bigint;
  readonly addresses: number;
  /** Unspent sums by account without a wallet, in smallest units: an operator must find the owners. */
  readonly ownerless: ReadonlyMap<number, bigint>;
}

const sum = (all: readonly Unspent[]) => all.reduce((units, { value }) => units + value, 0n);

/**
 * Recovers deposits missing from a restored database: at known addresses, and at the next `gap` of each account. Books
 * them as any deposit, issues the addresses, and excludes accounts without a wallet from new wallets; recreates the
 * house's wallet. Refuses `coins.behind` and `coins.unavailable`.
 */
export async function rescan(
  parts: Pick<CoinParts, 'db' | 'nodes' | 'options' | 'wishKey'>,
  coin: Coin,
  gap: number,
): Promise<Rescanned> {
  const ofHouse = { id: newId('cw'), coin, owner: house, account: houseAccount };
  await parts.db.tx((tx) => insertWalletOn(tx, parts, ofHouse));
  const beyond = await beyondKnown(parts, coin, gap);
  const scripts = [...(await knownScripts(parts, coin)), ...beyond.keys()];
  const { onlyNode, chain } = await differences(parts, coin, scripts);
  const needed = await confirmationsNeeded(parts, coin);
  const { owned = [], ownerless = [] } = Object.groupBy(onlyNode, ({ script }) =>
    beyond.get(script)?.owner === null ? 'ownerless' : 'owned',
  );
  const mined = await minedWith(needNode(parts, coin), owned, chain);
  const addresses = await parts.db.tx(async (tx) => {
    const now = await lockChain(tx, coin);
    if (now?.hash !== chain.hash)
      throw new Refusal('coins.behind', { ours: now?.height ?? 0, theirs: chain.height });
    const hits = owned.flatMap(({ script }) => beyond.get(script) ?? []);
    const made = await handOut(tx, parts, { coin, hits, gap });
    await keepBackAccounts(tx, coin);
    for (const [height, transactions] of Map.groupBy(mined, (one) => one.height))
      await noteIncoming(tx, coin, transactions, height);
    await bookRipe(tx, coin, { height: chain.height, needed });
    return made;
  });
  const byAccount = Map.groupBy(ownerless, ({ script }) => beyond.get(script)?.account ?? 0);
  return {
    outputs: owned.length,
    units: sum(owned),
    addresses,
    ownerless: new Map([...byAccount].map(([account, found]) => [account, sum(found)])),
  };
}
