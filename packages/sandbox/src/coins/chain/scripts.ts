/** The scripts that outputs have: their kinds, their addresses, and when their value is dust. */
import { Address, OutScript } from '@scure/btc-signer';
import { fromHex, toHex } from './bytes.ts';
import type { Parameters } from './parameters.ts';

const kinds = {
  pubkeyhash: /^76a914[0-9a-f]{40}88ac$/,
  scripthash: /^a914[0-9a-f]{40}87$/,
  witness_v0_keyhash: /^0014[0-9a-f]{40}$/,
  witness_v0_scripthash: /^0020[0-9a-f]{64}$/,
  witness_v1_taproot: /^5120[0-9a-f]{64}$/,
  nulldata: /^6a/,
  pubkey: /^(41[0-9a-f]{130}|21[0-9a-f]{66})ac$/,
} as const;
export type ScriptKind = keyof typeof kinds | 'nonstandard';

/** What kind of script it is, in the words of nodes. */
export function kindOf(script: string): ScriptKind {
  const names = Object.keys(kinds) as (keyof typeof kinds)[];
  return names.find((name) => kinds[name].test(script)) ?? 'nonstandard';
}

/** Unspendable outputs are not kept in the UTXO set. */
export const isSpendable = (script: string): boolean => !script.startsWith('6a');

const readings = ({ network, formerScriptHash }: Parameters) =>
  formerScriptHash === undefined
    ? [network]
    : [network, { ...network, scriptHash: formerScriptHash }];

/** The script an address of this regtest chain stands for; undefined for every other text. */
export function scriptOf(address: string, parameters: Parameters): string | undefined {
  for (const network of readings(parameters)) {
    try {
      return toHex(OutScript.encode(Address(network).decode(address)));
    } catch {
      // Another reading of the version byte may do.
    }
  }
  return undefined;
}

/** The address of a script, if it has one. */
export function addressOf(script: string, { network }: Parameters): string | undefined {
  if (['nulldata', 'pubkey', 'nonstandard'].includes(kindOf(script))) return undefined;
  try {
    return Address(network).encode(OutScript.decode(fromHex(script)));
  } catch {
    // A taproot key that is no point of the curve: the node has an address for it, the library none.
    return undefined;
  }
}

/** The least value in satoshi that an output may have: what it costs to make and to spend it. */
export function dustOf(script: string, { dustRate }: Parameters): bigint {
  if (!isSpendable(script)) return 0n;
  const bytes = 8 + 1 + script.length / 2;
  const spending = kindOf(script).startsWith('witness') ? 67 : 148;
  return BigInt(bytes + spending) * dustRate;
}
