/** Blocks: what they are made of, and the work that is proven by each. */
import { randomBytes } from 'node:crypto';
import { CompactSize, RawTx } from '@scure/btc-signer';
import { fromHex, hash256, hidden, shown, toHex, uint32 } from './bytes.ts';
import { type Parameters, subsidyAt } from './parameters.ts';
import { isCoinbase, nowhere, readTx, type Tx } from './transactions.ts';

export interface Block {
  readonly hash: string;
  readonly previous: string;
  readonly height: number;
  /** In seconds. */
  readonly time: number;
  readonly merkleRoot: string;
  readonly version: number;
  readonly nonce: number;
  readonly header: Uint8Array;
  /** The coinbase comes first. */
  readonly txs: readonly Tx[];
}

const headerBytes = 80;

/** The lightest difficulty there is: every other try succeeds. */
const bits = 0x207f_ffff;
const worksBelow = 0x7fff_ff00;
const blockVersion = 0x2000_0000;

export const workPerBlock = 2n;

/** The root of a tree of hashes, whose last one counts twice where a row is odd. */
function merkleRoot(hashes: readonly Uint8Array[]): Uint8Array {
  let row = hashes;
  while (row.length > 1) {
    const pairs = Array.from({ length: Math.ceil(row.length / 2) }, (_, pair) => pair * 2);
    row = pairs.map((left) => {
      const [a, b = a] = [row[left] ?? Buffer.alloc(32), row[left + 1]];
      return hash256(Buffer.concat([a, b]));
    });
  }
  return row[0] ?? Buffer.alloc(32);
}

/** A block's number as its coinbase has to begin with it (BIP34): a number of a script. */
function heightScript(height: number): Buffer {
  if (height <= 16) return Buffer.of(0x50 + height);
  const bytes = height < 0x80 ? 1 : height < 0x8000 ? 2 : height < 0x80_0000 ? 3 : 4;
  const number = Buffer.alloc(bytes);
  number.writeUIntLE(height, 0, bytes);
  return Buffer.concat([Buffer.of(bytes), number]);
}

interface Reward {
  readonly height: number;
  readonly value: bigint;
  readonly script: string;
  readonly txs: readonly Tx[];
}

/** The transaction that makes coins, and is the only place for the root of all signatures (BIP141). */
function makeCoinbase({ height, value, script, txs }: Reward): Tx {
  const nonce = Buffer.alloc(32);
  const wtxids = [nonce, ...txs.map(({ wtxid }) => hidden(wtxid))];
  const commitment = hash256(Buffer.concat([merkleRoot(wtxids), nonce]));
  const raw = RawTx.encode({
    version: 2,
    segwitFlag: true,
    lockTime: 0,
    witnesses: [[nonce]],
    inputs: [
      {
        txid: fromHex(nowhere.txid),
        index: nowhere.vout,
        // Chance tells two coinbases of one height apart: they would be one transaction.
        finalScriptSig: Buffer.concat([heightScript(height), Buffer.of(8), randomBytes(8)]),
        sequence: 0xffff_ffff,
      },
    ],
    outputs: [
      { amount: value, script: fromHex(script) },
      { amount: 0n, script: Buffer.concat([fromHex('6a24aa21a9ed'), commitment]) },
    ],
  });
  return readTx(toHex(raw));
}

/** Whether a header's work is done. */
const isWorked = (header: Uint8Array, { workOf }: Parameters): boolean =>
  Buffer.from(workOf(header)).readUInt32LE(28) < worksBelow;

function work(start: Uint8Array, parameters: Parameters): Uint8Array {
  for (let nonce = 0; nonce <= 0xffff_ffff; nonce += 1) {
    const header = Buffer.concat([start, uint32(nonce)]);
    if (isWorked(header, parameters)) return header;
  }
  throw new Error('No nonce does');
}

export interface BlockPlan {
  /** The block below. */
  readonly previous: Pick<Block, 'hash' | 'height'>;
  /** In seconds. */
  readonly time: number;
  readonly txs: readonly Tx[];
  /** What the transactions leave, in satoshi. */
  readonly fees: bigint;
  /** Whom the reward goes to, in hex. */
  readonly script: string;
}

/** Makes a block and does its work. */
export function makeBlock(plan: BlockPlan, parameters: Parameters): Block {
  const { previous, time, txs, fees, script } = plan;
  const height = previous.height + 1;
  const coinbase = makeCoinbase({ height, value: subsidyAt(height) + fees, script, txs });
  const all = [coinbase, ...txs];
  const start = Buffer.concat([
    uint32(blockVersion),
    hidden(previous.hash),
    merkleRoot(all.map(({ txid }) => hidden(txid))),
    uint32(time),
    uint32(bits),
  ]);
  return blockOf(work(start, parameters), all, height);
}

function blockOf(header: Uint8Array, txs: readonly Tx[], height: number): Block {
  const read = Buffer.from(header);
  return {
    hash: shown(hash256(header)),
    previous: shown(read.subarray(4, 36)),
    height,
    time: read.readUInt32LE(68),
    merkleRoot: shown(read.subarray(36, 68)),
    version: read.readUInt32LE(0),
    nonce: read.readUInt32LE(76),
    header,
    txs,
  };
}

/** A block as nodes send it to each other, in hex. */
export const blockHex = ({ header, txs }: Block): string =>
  toHex(header) +
  toHex(CompactSize.encode(BigInt(txs.length))) +
  txs.map(({ hex }) => hex).join('');

export const blockBytes = (block: Block): number => blockHex(block).length / 2;

/** What is kept of a block. */
export interface KeptBlock {
  readonly height: number;
  readonly header: string;
  readonly txs: readonly string[];
}

export const keepBlock = ({ height, header, txs }: Block): KeptBlock => ({
  height,
  header: toHex(header),
  txs: txs.map(({ hex }) => hex),
});

export const readBlock = ({ height, header, txs }: KeptBlock): Block =>
  blockOf(fromHex(header), txs.map(readTx), height);

/** The block every chain of a coin begins with. */
export function genesisOf({ genesis }: Parameters): Block {
  const [header, only] = [genesis.slice(0, headerBytes * 2), genesis.slice(headerBytes * 2 + 2)];
  const block = readBlock({ height: 0, header, txs: [only] });
  if (!block.txs.every(isCoinbase)) throw new Error('A first block has nothing but its coinbase');
  return block;
}
