/**
 * The coins' port on Bitcoin Core and Litecoin Core: a plain node, without a wallet, an index or notifications.
 * Which codes mean what is in the nodes' own list (rpc/protocol.h).
 */
import type { Coin, CoinNetwork } from '@giftlane/contract/coins.ts';
import * as z from 'zod';
import { done, type Outcome, refused, type Unknown, unknown } from '../../outcome.ts';
import type { CoinNode, NodeProblem, NodeTip, NodeTransaction } from '../port.ts';
import { readBlock, readWaiting } from './read.ts';
import { makeRpc, type Rpc, type RpcOptions, type Told } from './rpc.ts';

export interface CoreOptions extends RpcOptions {
  readonly coin: Coin;
  readonly network: CoinNetwork;
}

/** Codes of the nodes' list. */
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

/** The first block of each main chain: by its name alone a node of the other coin would do. */
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

/** Litecoin's main chain forked softly at 3,172,640: what is older follows another chain than everybody else. */
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

/** How many transactions are asked for in one request: one alone may be told in nearly two million bytes. */
const atOnce = 25;

const bytesPerRate = 1_000n;
/** A node's units for each thousand bytes, as whole units for each byte: never less than it asks for. */
const perByte = (perThousand: bigint) => Number((perThousand + bytesPerRate - 1n) / bytesPerRate);

/** An answer of the shape that was asked for; everything else says nothing. */
function shaped<S extends z.ZodType>(told: Told, schema: S): { value: z.output<S> } | Unknown {
  if (told.kind === 'error') return unknown(`the node says ${told.code}`);
  const read = schema.safeParse(told.result);
  return read.success ? { value: read.data } : unknown('the node says something else');
}

const isUnknown = <T>(one: T | Unknown): one is Unknown =>
  typeof one === 'object' && one !== null && 'kind' in one && one.kind === 'unknown';

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
      const hash = shaped(heard.value, z.string());
      return isUnknown(hash) ? hash : done(hash.value);
    },
    async block(hash) {
      const heard = await rpc.call({ method: 'getblock', params: [hash, 2] });
      if (heard.kind === 'unknown') return heard;
      if (isCode(heard.value, codes.invalidAddressOrKey)) return refused('no_block');
      const block = heard.value.kind === 'result' ? readBlock(heard.value.result) : undefined;
      return block ? done(block) : unknown('not a block');
    },
    async waiting() {
      const heard = await rpc.call({ method: 'getrawmempool' });
      if (heard.kind === 'unknown') return heard;
      const ids = shaped(heard.value, z.array(z.string()));
      return isUnknown(ids) ? ids : done(ids.value);
    },
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
    async feeRates(blocks) {
      const heard = await rpc.calls([
        { method: 'estimatesmartfee', params: [blocks] },
        { method: 'getmempoolinfo' },
      ]);
      if (heard.kind === 'unknown') return heard;
      const [said, pooled] = heard.value;
      if (!said || !pooled) return unknown('the node left out an answer');
      const [estimate, pool] = [shaped(said, estimateSchema), shaped(pooled, poolSchema)];
      if (isUnknown(estimate)) return estimate;
      if (isUnknown(pool)) return pool;
      const { mempoolminfee, minrelaytxfee } = pool.value;
      const floor = mempoolminfee > minrelaytxfee ? mempoolminfee : minrelaytxfee;
      const { feerate } = estimate.value;
      return done({
        estimate: feerate === undefined ? undefined : perByte(feerate),
        floor: perByte(floor),
      });
    },
    async feesPaid(txids) {
      const heard = await rpc.calls(
        txids.map((txid) => ({ method: 'getmempoolentry', params: [txid] })),
      );
      if (heard.kind === 'unknown') return heard;
      const paid = new Map<string, number>();
      heard.value.forEach((told, i) => {
        const entry = shaped(told, entrySchema);
        if (isUnknown(entry)) return;
        const { vsize, ancestorsize, fees } = entry.value;
        const rate = Math.min(Number(fees.base) / vsize, Number(fees.ancestor) / ancestorsize);
        paid.set(txids[i] ?? '', rate);
      });
      return done(paid);
    },
    async unspentOf(scripts) {
      const descriptors = scripts.map((script) => ({ desc: `raw(${script})` }));
      const heard = await rpc.call({ method: 'scantxoutset', params: ['start', descriptors] });
      if (heard.kind === 'unknown') return heard;
      const scan = shaped(heard.value, scanSchema);
      if (isUnknown(scan)) return scan;
      return done(
        scan.value.unspents
          .filter(({ amount }) => amount > 0n)
          .map(({ txid, vout, amount, scriptPubKey, height }) => ({
            txid,
            vout,
            value: amount,
            script: scriptPubKey,
            height,
          })),
      );
    },
  };
}

const isCode = (told: Told, code: number) => told.kind === 'error' && told.code === code;

/** Whether it is a node of this coin and network that can be used. */
async function whatFits(
  rpc: Rpc,
  coin: Coin,
  network: CoinNetwork,
): Promise<Outcome<null, NodeProblem>> {
  const heard = await rpc.calls([
    { method: 'getblockchaininfo' },
    { method: 'getnetworkinfo' },
    { method: 'getblockhash', params: [0] },
  ]);
  if (heard.kind === 'unknown') return heard;
  const [chainTold, versionTold, firstTold] = heard.value;
  if (!chainTold || !versionTold || !firstTold) return unknown('the node left out an answer');
  const chain = shaped(chainTold, chainSchema);
  if (isUnknown(chain)) return chain;
  const version = shaped(versionTold, versionSchema);
  if (isUnknown(version)) return version;
  const first = shaped(firstTold, z.string());
  if (isUnknown(first)) return first;
  const wanted = genesis[coin][network];
  if (!chainNames[network].includes(chain.value.chain)) return refused('wrong_network');
  if (wanted !== undefined && wanted !== first.value) return refused('wrong_network');
  if (network === 'main' && version.value.version < oldestVersion[coin]) return refused('too_old');
  if (chain.value.pruned) return refused('pruned');
  return done(null);
}

async function tipOf(rpc: Rpc): Promise<Outcome<NodeTip, never>> {
  const heard = await rpc.call({ method: 'getblockchaininfo' });
  if (heard.kind === 'unknown') return heard;
  const chain = shaped(heard.value, chainSchema);
  if (isUnknown(chain)) return chain;
  const { blocks, bestblockhash, chainwork, initialblockdownload } = chain.value;
  // Of a network of its own nobody sends blocks: there it may say so for ever.
  if (initialblockdownload && chain.value.chain !== 'regtest')
    return unknown('the node is still catching up');
  return done({ height: blocks, hash: bestblockhash, work: BigInt(`0x${chainwork}`) });
}

async function waitingOf(
  rpc: Rpc,
  txids: readonly string[],
): Promise<Outcome<readonly NodeTransaction[], never>> {
  const found: NodeTransaction[] = [];
  for (let at = 0; at < txids.length; at += atOnce) {
    const heard = await rpc.calls(
      txids
        .slice(at, at + atOnce)
        .map((txid) => ({ method: 'getrawtransaction', params: [txid, true] })),
    );
    if (heard.kind === 'unknown') return heard;
    // One that left meanwhile is an error; MWEB's own have no such form.
    for (const told of heard.value) {
      const read = told.kind === 'result' ? readWaiting(told.result) : undefined;
      if (read) found.push(read);
    }
  }
  return done(found);
}
