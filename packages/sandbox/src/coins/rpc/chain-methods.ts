/** What nodes answer about themselves, their blocks and what is unspent. */
import { amountJson } from '../chain/amounts.ts';
import { type Block, blockHex } from '../chain/blocks.ts';
import { hidden } from '../chain/bytes.ts';
import { codes, Refusal } from '../chain/refusal.ts';
import { addressOf, scriptOf } from '../chain/scripts.ts';
import type { Unspent } from '../chain/spending.ts';
import { outpointOf } from '../chain/transactions.ts';
import type { CoinNode } from '../node.ts';
import type { Arguments } from './arguments.ts';
import type { Methods } from './methods.ts';
import { blockJson, difficulty, headerJson, scriptJson, workText } from './shapes.ts';

/** Shown, so that the node is not taken for one of main net. */
const warning = 'This is a sandbox: its coins are worth nothing.';

const warnings = ({ parameters }: CoinNode) =>
  parameters.dialect === 'today' ? [warning] : warning;

export function blockNamed(node: CoinNode, given: Arguments): Block {
  const block = node.chain.find(given.hash('blockhash'));
  if (!block) throw new Refusal(codes.notFound, 'Block not found');
  return block;
}

function chainInfo(node: CoinNode) {
  const { tip } = node.chain;
  return {
    chain: 'regtest',
    blocks: tip.height,
    headers: tip.height,
    bestblockhash: tip.hash,
    difficulty,
    ...(node.parameters.dialect === 'today' && { time: tip.time }),
    mediantime: node.chain.medianTime(),
    verificationprogress: 1,
    initialblockdownload: false,
    chainwork: workText(tip),
    size_on_disk: 0,
    pruned: false,
    warnings: warnings(node),
  };
}

function networkInfo(node: CoinNode) {
  const { version, subversion } = node.parameters;
  const fee = amountJson(node.parameters.relayFloor);
  return {
    version,
    subversion,
    protocolversion: 70_016,
    localrelay: true,
    timeoffset: 0,
    networkactive: true,
    connections: 0,
    connections_in: 0,
    connections_out: 0,
    relayfee: fee,
    incrementalfee: fee,
    warnings: warnings(node),
  };
}

function unspentOutput(node: CoinNode, given: Arguments) {
  const { chain, mempool, parameters } = node;
  const outpoint = outpointOf(given.hash('txid'), given.whole('n'));
  const withMempool = given.flag('include_mempool', true);
  const waiting = withMempool ? mempool.output(outpoint, 0) : undefined;
  const output = chain.unspent(outpoint) ?? waiting;
  if (!output || (withMempool && mempool.spenderOf(outpoint))) return null;
  return {
    bestblock: chain.tip.hash,
    confirmations: output === waiting ? 0 : chain.tip.height - output.height + 1,
    value: amountJson(output.value),
    scriptPubKey: scriptJson(output.script, parameters),
    coinbase: output.coinbase,
  };
}

/** Reads `raw(script)` or `addr(address)`, with a checksum behind it or without. */
function readDescriptor(object: unknown, { parameters }: CoinNode): string {
  const text = typeof object === 'object' && object && 'desc' in object ? object.desc : object;
  const [, kind, inside = ''] = /^(raw|addr)\(([^()]*)\)(?:#.{8})?$/.exec(String(text)) ?? [];
  const hex = /^([0-9a-f]{2})+$/i.test(inside) ? inside.toLowerCase() : undefined;
  const script = kind === 'addr' ? scriptOf(inside, parameters) : hex;
  if (kind && script !== undefined) return script;
  const why = kind === 'addr' ? 'Address is not valid' : 'The sandbox takes raw() and addr() only';
  throw new Refusal(codes.notFound, why);
}

const descriptorOf = (script: string, { parameters }: CoinNode) => {
  const address = addressOf(script, parameters);
  return address === undefined ? `raw(${script})` : `addr(${address})`;
};

/** Nodes keep outputs by the bytes of their transactions, and tell them in this order. */
function asKept([a]: readonly [string, Unspent], [b]: readonly [string, Unspent]): number {
  const [txid = '', vout] = a.split(':');
  const [otherTxid = '', otherVout] = b.split(':');
  return Buffer.compare(hidden(txid), hidden(otherTxid)) || Number(vout) - Number(otherVout);
}

function scan(node: CoinNode, given: Arguments) {
  const action = given.text('action');
  if (action === 'status') return null;
  if (action === 'abort') return false;
  if (action !== 'start') throw new Refusal(codes.parameter, `Invalid action '${action}'`);
  const { chain } = node;
  const wanted = new Set(given.list('scanobjects').map((object) => readDescriptor(object, node)));
  const all = [...chain.allUnspent()];
  const found = all.filter(([, { script }]) => wanted.has(script)).sort(asKept);
  const json = ([outpoint, { script, value, height, coinbase }]: [string, Unspent]) => {
    const [txid, vout] = outpoint.split(':');
    return {
      txid,
      vout: Number(vout),
      scriptPubKey: script,
      desc: descriptorOf(script, node),
      amount: amountJson(value),
      ...(node.parameters.dialect === 'today' && { coinbase }),
      height,
    };
  };
  return {
    success: true,
    txouts: all.length,
    height: chain.tip.height,
    bestblock: chain.tip.hash,
    unspents: found.map(json),
    total_amount: amountJson(found.reduce((sum, [, { value }]) => sum + value, 0n)),
  };
}

export const chainMethods: Methods = {
  getblockchaininfo: { names: [], run: chainInfo },
  getnetworkinfo: { names: [], run: networkInfo },
  getblockcount: { names: [], run: ({ chain }) => chain.tip.height },
  getbestblockhash: { names: [], run: ({ chain }) => chain.tip.hash },
  getblockhash: {
    names: ['height'],
    run({ chain }, given) {
      const block = chain.at(given.whole('height'));
      if (!block) throw new Refusal(codes.parameter, 'Block height out of range');
      return block.hash;
    },
  },
  getblockheader: {
    names: ['blockhash', 'verbose'],
    run(node, given) {
      const block = blockNamed(node, given);
      const verbose = given.flag('verbose', true);
      return verbose ? headerJson(block, node) : Buffer.from(block.header).toString('hex');
    },
  },
  getblock: {
    names: ['blockhash', 'verbosity'],
    run(node, given) {
      const block = blockNamed(node, given);
      const verbosity = given.verbosity('verbosity', 1);
      return verbosity <= 0 ? blockHex(block) : blockJson(block, node, verbosity);
    },
  },
  gettxout: { names: ['txid', 'n', 'include_mempool'], run: unspentOutput },
  scantxoutset: { names: ['action', 'scanobjects'], run: scan },
};
