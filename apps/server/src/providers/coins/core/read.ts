/** What a node says of blocks and transactions, as the shop reads it. */
import * as z from 'zod';
import type { NodeBlock, NodeTransaction } from '../port.ts';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const units = z.bigint();

/** MWEB inputs without a txid and outputs without a script are skipped: they belong to no known address. */
const inputSchema = z.object({
  txid: hash.optional(),
  vout: z.int().optional(),
  coinbase: z.string().optional(),
});

const outputSchema = z.object({
  n: z.int().optional(),
  value: units.optional(),
  scriptPubKey: z.object({ hex: z.string() }).optional(),
});

const transactionSchema = z.object({
  txid: hash,
  vin: z.array(inputSchema).default([]),
  vout: z.array(outputSchema).default([]),
});
type Told = z.output<typeof transactionSchema>;

const blockSchema = z.object({
  hash,
  height: z.int(),
  previousblockhash: hash.optional(),
  tx: z.array(transactionSchema),
  /** Litecoin: MWEB data; then the block's last transaction pays coins out of it (HogEx). */
  mweb: z.unknown().optional(),
});

function transactionOf({ txid, vin, vout }: Told, hogex: boolean): NodeTransaction {
  const spends = vin.flatMap((input) =>
    input.txid !== undefined && input.vout !== undefined
      ? [{ txid: input.txid, vout: input.vout }]
      : [],
  );
  // Outputs of value 0 are skipped.
  const outputs = vout.flatMap(({ n, value, scriptPubKey }) =>
    n !== undefined && value !== undefined && value > 0n && scriptPubKey
      ? [{ vout: n, value, script: scriptPubKey.hex }]
      : [],
  );
  const isNew = vin.some(({ coinbase }) => coinbase !== undefined);
  return { txid, spends, outputs, kind: isNew ? 'coinbase' : hogex ? 'hogex' : 'plain' };
}

/** Reads a block as `getblock` spells it out at verbosity 2; undefined for anything else. */
export function readBlock(told: unknown): NodeBlock | undefined {
  const read = blockSchema.safeParse(told);
  if (!read.success) return undefined;
  const { hash: own, height, previousblockhash, tx, mweb } = read.data;
  const last = tx.length - 1;
  return {
    hash: own,
    height,
    previous: previousblockhash ?? '',
    transactions: tx.map((one, i) => transactionOf(one, mweb !== undefined && i > 0 && i === last)),
  };
}

/** Reads a transaction that waits; undefined for anything else, or one that is in a block. */
export function readWaiting(told: unknown): NodeTransaction | undefined {
  const read = transactionSchema.extend({ blockhash: z.string().optional() }).safeParse(told);
  if (!read.success || read.data.blockhash !== undefined) return undefined;
  return transactionOf(read.data, false);
}
