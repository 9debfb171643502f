/** Serialised transactions, their ids, sizes and weights. */
import { RawTx, Transaction } from '@scure/btc-signer';
import { fromHex, hash256, shown, toHex } from './bytes.ts';
import { codes, Refusal } from './refusal.ts';

export interface Input {
  readonly txid: string;
  readonly vout: number;
  /** `txid:vout`, by which an output is known while it is unspent. */
  readonly outpoint: string;
  readonly sequence: number;
  readonly script: Uint8Array;
  readonly witness: readonly Uint8Array[];
}

export interface Output {
  /** In satoshi. */
  readonly value: bigint;
  /** In hex. */
  readonly script: string;
}

export interface Tx {
  readonly txid: string;
  /** The hash of everything, signatures as well. */
  readonly wtxid: string;
  readonly hex: string;
  readonly size: number;
  readonly weight: number;
  readonly vsize: number;
  readonly version: number;
  readonly locktime: number;
  readonly inputs: readonly Input[];
  readonly outputs: readonly Output[];
}

export const outpointOf = (txid: string, vout: number): string => `${txid}:${vout}`;

/** The input of a coinbase spends nothing. */
export const nowhere = { txid: '0'.repeat(64), vout: 0xffff_ffff } as const;

export const isCoinbase = ({ inputs }: Tx): boolean =>
  inputs.length === 1 && inputs[0]?.txid === nowhere.txid && inputs[0].vout === nowhere.vout;

function decode(bytes: Uint8Array) {
  const raw = RawTx.decode(bytes);
  if (raw.inputs.length === 0) throw new Error('no input');
  return raw;
}

/** Reads a transaction in hex; refuses what is none. */
export function readTx(hex: string): Tx {
  const bytes = fromHex(hex);
  let raw: ReturnType<typeof decode>;
  try {
    if (toHex(bytes) !== hex.toLowerCase()) throw new Error('not hex');
    raw = decode(bytes);
  } catch {
    const hint = 'Make sure the tx has at least one input.';
    throw new Refusal(codes.decode, `TX decode failed. ${hint}`);
  }
  const stripped = RawTx.encode({ ...raw, segwitFlag: false, witnesses: undefined });
  const weight = stripped.length * 3 + bytes.length;
  return {
    txid: shown(hash256(stripped)),
    wtxid: shown(hash256(bytes)),
    hex: toHex(bytes),
    size: bytes.length,
    weight,
    vsize: Math.ceil(weight / 4),
    version: raw.version,
    locktime: raw.lockTime,
    inputs: raw.inputs.map(({ txid, index, sequence, finalScriptSig }, place) => ({
      txid: toHex(txid),
      vout: index,
      outpoint: outpointOf(toHex(txid), index),
      sequence,
      script: finalScriptSig,
      witness: raw.witnesses?.[place] ?? [],
    })),
    outputs: raw.outputs.map(({ amount, script }) => ({ value: amount, script: toHex(script) })),
  };
}

/** The same for `@scure/btc-signer`, which knows what a signature is about. It judges nothing. */
export const signable = ({ hex }: Tx): Transaction =>
  Transaction.fromRaw(fromHex(hex), {
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
    allowUnknownVersion: true,
    disableScriptCheck: true,
  });
