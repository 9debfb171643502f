/** Methods about transactions: send, test, decode, estimate fees. */
import { amountJson, readAmount } from '../chain/amounts.ts';
import type { Waiting } from '../chain/mempool.ts';
import { checkMaxFee } from '../chain/policy.ts';
import { codes, Refusal } from '../chain/refusal.ts';
import { readTx, type Tx } from '../chain/transactions.ts';
import type { CoinNode } from '../node.ts';
import type { Arguments } from './arguments.ts';
import type { Methods } from './methods.ts';
import { placeJson, txJson } from './shapes.ts';

/** 0.1 coin per 1000 vbytes. */
const usualMaxRate = 10_000_000n;

/** Satoshi per 1000 vbytes, of a number or a text. */
function maxRateOf(given: Arguments): bigint {
  const value = given.value('maxfeerate');
  if (value === undefined) return usualMaxRate;
  const rate = readAmount(typeof value === 'number' ? value.toFixed(8) : String(value));
  if (rate === undefined) throw new Refusal(codes.type, 'Invalid amount');
  return rate;
}

const sum = (all: readonly Waiting[], count: (one: Waiting) => number) =>
  all.reduce((total, one) => total + count(one), 0);

const feesOf = (all: readonly Waiting[]) => all.reduce((total, { fee }) => total + fee, 0n);

const vsizeOf = ({ tx }: Waiting) => tx.vsize;

/** Whether it or an unconfirmed ancestor signals replaceability (BIP125). */
const signals = (all: readonly Waiting[]) =>
  all.some(({ tx }) => tx.inputs.some(({ sequence }) => sequence <= 0xffff_fffd));

function entryJson(waiting: Waiting, { mempool }: CoinNode) {
  const { tx, fee, time, height } = waiting;
  const above = [waiting, ...mempool.above(tx)];
  const below = [waiting, ...mempool.below(tx.txid)];
  const depends = new Set(tx.inputs.map(({ txid }) => txid).filter((txid) => mempool.find(txid)));
  const spenders = below.filter((one) => one.tx.inputs.some(({ txid }) => txid === tx.txid));
  return {
    vsize: tx.vsize,
    weight: tx.weight,
    time,
    height,
    descendantcount: below.length,
    descendantsize: sum(below, vsizeOf),
    ancestorcount: above.length,
    ancestorsize: sum(above, vsizeOf),
    wtxid: tx.wtxid,
    fees: {
      base: amountJson(fee),
      modified: amountJson(fee),
      ancestor: amountJson(feesOf(above)),
      descendant: amountJson(feesOf(below)),
    },
    depends: [...depends],
    spentby: spenders.map((one) => one.tx.txid),
    'bip125-replaceable': signals(above),
    // There are no peers to relay it to.
    unbroadcast: true,
  };
}

function mempoolInfo({ mempool, parameters, settings }: CoinNode) {
  const all = mempool.all();
  const bytes = sum(all, vsizeOf);
  return {
    loaded: true,
    size: all.length,
    bytes,
    usage: bytes * 4,
    ...(parameters.dialect === 'today' && { total_fee: amountJson(feesOf(all)) }),
    maxmempool: 300_000_000,
    mempoolminfee: amountJson(settings.relayFloor),
    minrelaytxfee: amountJson(parameters.relayFloor),
    ...(parameters.dialect === 'today' && {
      incrementalrelayfee: amountJson(parameters.relayFloor),
    }),
    unbroadcastcount: all.length,
    ...(parameters.dialect === 'today' && { fullrbf: true }),
  };
}

function rawMempool(node: CoinNode, given: Arguments) {
  const all = node.mempool.all();
  if (!given.flag('verbose', false)) return all.map(({ tx }) => tx.txid);
  return Object.fromEntries(all.map((one) => [one.tx.txid, entryJson(one, node)]));
}

function rawTransaction(node: CoinNode, given: Arguments) {
  const txid = given.hash('txid');
  const verbosity = given.verbosity('verbosity', 0);
  const show = (tx: Tx, place: object) =>
    verbosity === 0 ? tx.hex : { ...place, ...txJson(tx, node.parameters) };
  if (!given.has('blockhash')) {
    const waiting = node.mempool.find(txid);
    if (waiting) return show(waiting.tx, {});
    throw new Refusal(
      codes.notFound,
      'No such mempool transaction. Use -txindex or provide a block hash to enable blockchain transaction queries. Use gettransaction for wallet transactions.',
    );
  }
  const block = node.chain.find(given.hash('blockhash'));
  if (!block) throw new Refusal(codes.notFound, 'Block hash not found');
  const tx = block.txs.find((one) => one.txid === txid);
  if (tx) return show(tx, placeJson(block, node));
  throw new Refusal(
    codes.notFound,
    'No such transaction found in the provided block. Use gettransaction for wallet transactions.',
  );
}

/** What `testmempoolaccept` calls what `sendrawtransaction` answers in its own words. */
const reasonOf = ({ code, message }: Refusal) => {
  if (message.startsWith('Fee exceeds')) return 'max-fee-exceeded';
  // Behind a comma the reason is explained.
  const [reason = ''] = message.split(', ');
  return code === codes.transaction ? 'missing-inputs' : reason;
};

function judge(node: CoinNode, given: Arguments) {
  const maxRate = maxRateOf(given);
  const texts = given.list('rawtxs');
  if (texts.length !== 1 && node.parameters.dialect === 'core21')
    throw new Refusal(codes.parameter, 'Array must contain exactly one raw transaction for now');
  return texts.map((text) => {
    const tx = readTx(String(text));
    const today = node.parameters.dialect === 'today';
    const name = { txid: tx.txid, ...(today && { wtxid: tx.wtxid }) };
    try {
      const { waiting } = node.check(tx);
      checkMaxFee(waiting, maxRate);
      return { ...name, allowed: true, vsize: tx.vsize, fees: { base: amountJson(waiting.fee) } };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { ...name, allowed: false, 'reject-reason': reasonOf(error) };
    }
  });
}

function send(node: CoinNode, given: Arguments): string {
  const tx = readTx(given.text('hexstring'));
  return node.send(tx, maxRateOf(given));
}

function estimate({ settings }: CoinNode, given: Arguments) {
  const blocks = given.whole('conf_target');
  if (blocks < 1 || blocks > 1_008)
    throw new Refusal(codes.parameter, 'Invalid conf_target, must be between 1 and 1008');
  const { feeEstimate, relayFloor } = settings;
  if (feeEstimate === undefined)
    return { errors: ['Insufficient data or no feerate found'], blocks: 0 };
  const rate = feeEstimate > relayFloor ? feeEstimate : relayFloor;
  return { feerate: amountJson(rate), blocks };
}

export const transactionMethods: Methods = {
  getmempoolinfo: { names: [], run: mempoolInfo },
  getrawmempool: { names: ['verbose', 'mempool_sequence'], run: rawMempool },
  getmempoolentry: {
    names: ['txid'],
    run(node, given) {
      const waiting = node.mempool.find(given.hash('txid'));
      if (!waiting) throw new Refusal(codes.notFound, 'Transaction not in mempool');
      return entryJson(waiting, node);
    },
  },
  getrawtransaction: { names: ['txid', 'verbosity', 'blockhash'], run: rawTransaction },
  sendrawtransaction: { names: ['hexstring', 'maxfeerate', 'maxburnamount'], run: send },
  testmempoolaccept: { names: ['rawtxs', 'maxfeerate'], run: judge },
  estimatesmartfee: { names: ['conf_target', 'estimate_mode'], run: estimate },
};
