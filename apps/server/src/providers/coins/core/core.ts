/**
 * The coins' port on Bitcoin Core and Litecoin Core: a plain node, without a wallet, an index or notifications.
 * Which codes mean what is in the nodes' own list (rpc/protocol.h).
 */
import type { Coin, CoinNetwork } from '@giftlane/contract/money/coins.ts';
import * as z from 'zod';
import { done, type Outcome, refused, type Unknown, unknown } from '../../outcome.ts';
import type { CoinNode, FeeRates, NodeProblem, NodeTip, NodeTransaction } from '../port.ts';
import { readBlock, readWaiting } from './read.ts';
import { makeRpc, type Rpc, type RpcCall, type RpcOptions, type Told } from './rpc.ts';

export interface CoreOptions extends RpcOptions {
  readonly coin: Coin;
  readonly network: CoinNetwork;
}

const codes = {
  invalidAddressOrKey: -5,
  invalidParameter: -8,
  deserialization: -22,
  verifyError: -25,
  verifyRejected: -26,
  alreadyInChain: -27,
};

const chainNames: Readonly<Record<CoinNetwork, readonly string[]>> = {
  main: ['main'],
  test: ['test', 'testnet4', 'signet'],
  regtest: ['regtest'],
};

/** Genesis blocks: by the name of its network alone a node of the other coin would do. */
const genesis: Readonly<Record<Coin, Partial<Record<CoinNetwork, string>>>> = {
  btc: {
    main: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    regtest: '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206',
  },
  ltc: {
    main: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2',
    regtest: '530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9',
  },
};

/** Litecoin's main chain had a soft fork at 3,172,640; an older node may follow another chain. */
const oldestVersion: Readonly<Record<Coin, number>> = { btc: 0, ltc: 210_508 };

const chainSchema = z.object({
  chain: z.string(),
  blocks: z.int(),
  bestblockhash: z.string(),
  chainwork: z.string().regex(/^[0-9a-f]{1,64}$/),
  initialblockdownload: z.boolean(),
  pruned: z.boolean(),
});
const versionSchema = z.object({ version: z.int() });
const poolSchema = z.object({ mempoolminfee: z.bigint(), minrelaytxfee: z.bigint() });
const entrySchema = z.object({
  vsize: z.int().positive(),
  ancestorsize: z.int().positive(),
  fees: z.object({ base: z.bigint(), ancestor: z.bigint() }),
});
const estimateSchema = z.object({ feerate: z.bigint().optional() });
const scanSchema = z.object({
  success: z.literal(true),
  unspents: z.array(
    z.object({
      txid: z.string(),
      vout: z.int(),
      scriptPubKey: z.string(),
      amount: z.bigint(),
      height: z.int(),
    }),
  ),
});

/** Transactions asked for in one request: one alone may take nearly two million bytes. */
const atOnce = 25;

const bytesPerRate = 1_000n;
/** A fee rate per thousand bytes as whole units per byte, rounded up. */
const perByte = (perThousand: bigint) => Number((perThousand + bytesPerRate - 1n) / bytesPerRate);

type Known<T> = { readonly kind: 'done'; readonly value: T } | Unknown;

/** A result of the shape that was asked for; everything else says nothing. */
function shaped<S extends z.ZodType>(told: Told, schema: S): Known<z.output<S>> {
  if (told.kind === 'error') return unknown(`the node says ${told.code}`);
  const read = schema.safeParse(told.result);
  return read.success ? done(read.data) : unknown('the node says something else');
}

async function askFor<S extends z.ZodType>(rpc: Rpc, asked: RpcCall, schema: S) {
  const heard = await rpc.call(asked);
  return heard.kind === 'unknown' ? heard : shaped(heard.value, schema);
}

/** Asks several things in one request; known only if each answer has its shape. */
async function askForAll<S extends z.ZodTuple>(
  rpc: Rpc,
  asked: readonly RpcCall[],
  schema: S,
): Promise<Known<z.output<S>>> {
  const heard = await rpc.calls(asked);
  if (heard.kind === 'unknown') return heard;
  const error = heard.value.find((told) => told.kind === 'error');
  if (error) return shaped(error, schema);
  const result = heard.value.map((told) => told.kind === 'result' && told.result);
  return shaped({ kind: 'result', result }, schema);
}

/** Makes the port. Nothing is asked of the node before its first use. */
export function makeCoreNode(options: CoreOptions): CoinNode {
  const { coin, network } = options;
  const rpc = makeRpc(options);
  /** Asked once: another chain does not become ours. */
  let fit: Promise<Outcome<null, NodeProblem>> | undefined;
  const fits = async () => {
    fit ??= whatFits(rpc, coin, network);
    const known = await fit;
    if (known.kind !== 'done') fit = undefined;
    return known;
  };
  return {
    coin,
    network,
    async tip() {
      const fitting = await fits();
      return fitting.kind === 'done' ? tipOf(rpc) : fitting;
    },
    async hashAt(height) {
      const heard = await rpc.call({ method: 'getblockhash', params: [height] });
      if (heard.kind === 'unknown') return heard;
      if (isCode(heard.value, codes.invalidParameter)) return refused('no_block');
      return shaped(heard.value, z.string());
    },
    async block(hash) {
      const heard = await rpc.call({ method: 'getblock', params: [hash, 2] });
      if (heard.kind === 'unknown') return heard;
      if (isCode(heard.value, codes.invalidAddressOrKey)) return refused('no_block');
      const block = heard.value.kind === 'result' ? readBlock(heard.value.result) : undefined;
      return block ? done(block) : unknown('not a block');
    },
    waiting: () => askFor(rpc, { method: 'getrawmempool' }, z.array(z.string())),
    transactions: (txids) => waitingOf(rpc, txids),
    async send(raw) {
      const heard = await rpc.call({ method: 'sendrawtransaction', params: [raw] });
      if (heard.kind === 'unknown') return heard;
      const { value: told } = heard;
      if (told.kind === 'result' || told.code === codes.alreadyInChain) return done(null);
      if (told.code === codes.verifyError) return refused('gone');
      if (told.code === codes.verifyRejected) return refused('policy');
      if (told.code === codes.deserialization) return refused('malformed');
      return unknown(`the node says ${told.code}`);
    },
    feeRates: (blocks) => feeRatesFor(rpc, blocks),
    feesPaid: (txids) => feesPaidBy(rpc, txids),
    unspentOf: (scripts) => unspentOn(rpc, scripts),
  };
}

const isCode = (told: Told, code: number) => told.kind === 'error' && told.code === code;

/** Whether it is a node of this coin and network that can be used. */
async function whatFits(
  rpc: Rpc,
  coin: Coin,
  network: CoinNetwork,
): Promise<Outcome<null, NodeProblem>> {
  const known = await askForAll(
    rpc,
    [
      { method: 'getblockchaininfo' },
      { method: 'getnetworkinfo' },
      { method: 'getblockhash', params: [0] },
    ],
    z.tuple([chainSchema, versionSchema, z.string()]),
  );
  if (known.kind === 'unknown') return known;
  const [chain, { version }, first] = known.value;
  const wanted = genesis[coin][network];
  if (!chainNames[network].includes(chain.chain)) return refused('wrong_network');
  if (wanted !== undefined && wanted !== first) return refused('wrong_network');
  if (network === 'main' && version < oldestVersion[coin]) return refused('too_old');
  if (chain.pruned) return refused('pruned');
  return done(null);
}

async function tipOf(rpc: Rpc): Promise<Outcome<NodeTip, never>> {
  const known = await askFor(rpc, { method: 'getblockchaininfo' }, chainSchema);
  if (known.kind === 'unknown') return known;
  const { chain, blocks, bestblockhash, chainwork, initialblockdownload } = known.value;
  // On regtest, where no peer sends blocks, this may stay true for ever.
  if (initialblockdownload && chain !== 'regtest') return unknown('the node is still catching up');
  return done({ height: blocks, hash: bestblockhash, work: BigInt(`0x${chainwork}`) });
}

async function waitingOf(
  rpc: Rpc,
  txids: readonly string[],
): Promise<Outcome<readonly NodeTransaction[], never>> {
  const found: NodeTransaction[] = [];
  for (let at = 0; at < txids.length; at += atOnce) {
    const some = txids.slice(at, at + atOnce);
    const heard = await rpc.calls(
      some.map((txid) => ({ method: 'getrawtransaction', params: [txid, true] })),
    );
    if (heard.kind === 'unknown') return heard;
    // One that left the mempool meanwhile is an error; MWEB transactions have no such form.
    for (const told of heard.value) {
      const read = told.kind === 'result' ? readWaiting(told.result) : undefined;
      if (read) found.push(read);
    }
  }
  return done(found);
}

async function feeRatesFor(rpc: Rpc, blocks: number): Promise<Outcome<FeeRates, never>> {
  const known = await askForAll(
    rpc,
    [{ method: 'estimatesmartfee', params: [blocks] }, { method: 'getmempoolinfo' }],
    z.tuple([estimateSchema, poolSchema]),
  );
  if (known.kind === 'unknown') return known;
  const [{ feerate }, { mempoolminfee, minrelaytxfee }] = known.value;
  const floor = mempoolminfee > minrelaytxfee ? mempoolminfee : minrelaytxfee;
  return done({
    estimate: feerate === undefined ? undefined : perByte(feerate),
    floor: perByte(floor),
  });
}

async function feesPaidBy(
  rpc: Rpc,
  txids: readonly string[],
): Promise<Outcome<ReadonlyMap<string, number>, never>> {
  const heard = await rpc.calls(
    txids.map((txid) => ({ method: 'getmempoolentry', params: [txid] })),
  );
  if (heard.kind === 'unknown') return heard;
  const paid = new Map<string, number>();
  heard.value.forEach((told, i) => {
    const entry = shaped(told, entrySchema);
    if (entry.kind === 'unknown') return;
    const { vsize, ancestorsize, fees } = entry.value;
    const rate = Math.min(Number(fees.base) / vsize, Number(fees.ancestor) / ancestorsize);
    paid.set(txids[i] ?? '', rate);
  });
  return done(paid);
}

async function unspentOn(rpc: Rpc, scripts: readonly string[]): ReturnType<CoinNode['unspentOf']> {
  const descriptors = scripts.map((script) => ({ desc: `raw(${script})` }));
  const scan = { method: 'scantxoutset', params: ['start', descriptors] };
  const known = await askFor(rpc, scan, scanSchema);
  if (known.kind === 'unknown') return known;
  return done(
    known.value.unspents
      .filter(({ amount }) => amount > 0n)
      .map(({ amount: value, scriptPubKey: script, ...place }) => ({ ...place, value, script })),
  );
}
