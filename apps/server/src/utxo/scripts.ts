/** Addresses, their locking scripts, and the keys of an account (BIP 32, 84). */
import { hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { Address, OutScript, p2wpkh } from '@scure/btc-signer';
import type { Network } from './networks.ts';

/** The path of a key within its account; branch 0 receives, 1 is for change. */
export interface KeyPlace {
  readonly branch: 0 | 1;
  readonly index: number;
}

export interface OwnAddress extends KeyPlace {
  readonly address: string;
  /** Hex. */
  readonly script: string;
}

/** Why a typed address is refused. */
export type AddressProblem = 'bad' | 'private' | 'other_network';

/** Addresses of all coins and networks, to tell an address of another network from a mistyped one. */
const knownAddress = /^(?:(?:bc|tb|bcrt|ltc|tltc|rltc)1|[123mnLMQ][1-9A-HJ-NP-Za-km-z]{25,34}$)/i;

/** Decodes an address of the network; upper-case bech32 is valid too (BIP 173). */
export function scriptOf(
  typed: string,
  network: Network,
): { readonly script: string } | { readonly problem: AddressProblem } {
  const address = typed.trim();
  const { privatePrefix } = network;
  if (privatePrefix && address.toLowerCase().startsWith(`${privatePrefix}1`))
    return { problem: 'private' };
  try {
    const decoded = Address(network).decode(address);
    return { script: hex.encode(OutScript.encode(decoded)) };
  } catch {
    const own = address.toLowerCase().startsWith(`${network.bech32}1`);
    return { problem: !own && knownAddress.test(address) ? 'other_network' : 'bad' };
  }
}

/** The derivation path of an account (BIP 84). */
export const accountPath = ({ coinType }: Network, account: number): string =>
  `m/84'/${coinType}'/${account}'`;

/** The P2WPKH address of a public key. */
export function addressOfKey(publicKey: Uint8Array, network: Network) {
  const { address, script } = p2wpkh(publicKey, network);
  if (!address) throw new Error('a public key has no address');
  return { address, script: hex.encode(script) };
}

/** Accounts with cached keys; deriving an account's branches takes milliseconds. */
const mostOpened = 1_000;

const opened = new Map<string, readonly [HDKey, HDKey]>();

function branchesOf(xpub: string): readonly [HDKey, HDKey] {
  const known = opened.get(xpub);
  if (known) return known;
  const account = HDKey.fromExtendedKey(xpub);
  if (account.privateKey) throw new Error('an account is opened by its public key alone');
  const branches = [account.deriveChild(0), account.deriveChild(1)] as const;
  if (opened.size >= mostOpened) opened.clear();
  opened.set(xpub, branches);
  return branches;
}

/** Opens an account by its extended public key, which derives every address but no private key. */
export function openAccount(xpub: string) {
  const branches = branchesOf(xpub);
  return {
    addressAt({ branch, index }: KeyPlace, network: Network): OwnAddress {
      const { publicKey } = branches[branch].deriveChild(index);
      if (!publicKey) throw new Error('an account without a key');
      return { ...addressOfKey(publicKey, network), branch, index };
    },
  };
}
