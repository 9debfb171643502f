/** Checks the signature of an input: P2WPKH (BIP143) and the key of P2TR (BIP341). */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { p2pkh, p2wpkh } from '@scure/btc-signer';
import { fromHex, toHex } from './bytes.ts';
import { kindOf } from './scripts.ts';
import { type Output, signable, type Tx } from './transactions.ts';

/** ALL, NONE and SINGLE, each also for one input alone. */
const hashTypes = [1, 2, 3, 0x81, 0x82, 0x83];

interface Signed {
  readonly tx: Tx;
  readonly index: number;
  /** What all inputs of the transaction spend, in their order: a taproot signature is about all of it. */
  readonly spent: readonly Output[];
}

function hasKeyHashSignature({ tx, index, spent }: Signed): boolean {
  const [signature, publicKey, ...more] = tx.inputs[index]?.witness ?? [];
  const output = spent[index];
  if (!signature || publicKey?.length !== 33 || more.length > 0 || !output) return false;
  if (toHex(p2wpkh(publicKey).script) !== output.script) return false;
  const type = signature.at(-1) ?? 0;
  if (!hashTypes.includes(type)) return false;
  const { script } = p2pkh(publicKey);
  const message = signable(tx).preimageWitnessV0(index, script, type, output.value);
  const options = { prehash: false, format: 'der', lowS: true } as const;
  return secp256k1.verify(signature.subarray(0, -1), message, publicKey, options);
}

function hasTaprootSignature({ tx, index, spent }: Signed): boolean {
  const [signature, ...more] = tx.inputs[index]?.witness ?? [];
  const output = spent[index];
  if (!signature || more.length > 0 || !output) return false;
  const type = signature[64] ?? 0;
  // The default has no byte of its own: with one it would be a second text of the same signature.
  if (signature.length === 65 ? !hashTypes.includes(type) : signature.length !== 64) return false;
  const scripts = spent.map(({ script }) => fromHex(script));
  const values = spent.map(({ value }) => value);
  const message = signable(tx).preimageWitnessV1(index, scripts, type, values);
  return schnorr.verify(signature.subarray(0, 64), message, fromHex(output.script.slice(4)));
}

const checks: Readonly<Record<string, (signed: Signed) => boolean>> = {
  witness_v0_keyhash: hasKeyHashSignature,
  witness_v1_taproot: hasTaprootSignature,
};

/** Whether an input's signature is valid. False for other script types: scripts are not run here. */
export function isSigned(signed: Signed): boolean {
  const { script = '' } = signed.spent[signed.index] ?? {};
  if (signed.tx.inputs[signed.index]?.script.length !== 0) return false;
  try {
    return checks[kindOf(script)]?.(signed) ?? false;
  } catch {
    // Keys and signatures that are none.
    return false;
  }
}
