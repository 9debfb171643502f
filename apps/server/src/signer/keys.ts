/** The keys of a seed, by coin and account. Private keys never leave the process. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { networkOf } from '../utxo/networks.ts';
import { accountPath, addressOfKey, type KeyPlace } from '../utxo/scripts.ts';
import type { SignerConfig } from './config.ts';

export interface Keys {
  /** The extended public key of an account (BIP 32), from which its addresses are derived. */
  xpub(coin: Coin, account: number): string;
  /** The private key of an address, and its script in hex. */
  keyAt(coin: Coin, account: number, place: KeyPlace): { key: Uint8Array; script: string };
}

/** Accounts with cached keys; deriving one takes a few milliseconds. */
const mostRemembered = 2_000;

export function openKeys({ words, networks }: Pick<SignerConfig, 'words' | 'networks'>): Keys {
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(words));
  const remembered = new Map<string, HDKey>();
  const accountOf = (coin: Coin, account: number): HDKey => {
    const path = accountPath(networkOf(coin, networks[coin]), account);
    const known = remembered.get(`${coin} ${path}`);
    if (known) return known;
    if (remembered.size >= mostRemembered) remembered.clear();
    const made = root.derive(path);
    remembered.set(`${coin} ${path}`, made);
    return made;
  };
  return {
    xpub: (coin, account) => accountOf(coin, account).publicExtendedKey,
    keyAt(coin, account, { branch, index }) {
      const { privateKey, publicKey } = accountOf(coin, account)
        .deriveChild(branch)
        .deriveChild(index);
      if (!privateKey || !publicKey) throw new Error('a place without a key');
      const { script } = addressOfKey(publicKey, networkOf(coin, networks[coin]));
      return { key: privateKey, script };
    },
  };
}
