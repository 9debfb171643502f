/** The keys of one seed, by coin and account. They never leave the process. */
import type { Coin } from '@giftlane/contract/money/coins.ts';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { networkOf } from '../utxo/networks.ts';
import { accountPath, addressOfKey, type KeyPlace } from '../utxo/scripts.ts';
import type { SignerConfig } from './config.ts';

export interface Keys {
  /** The public key of an account, of which all its addresses follow (BIP 32, extended). */
  xpub(coin: Coin, account: number): string;
  /** The key at a place, with the script it opens. */
  keyAt(coin: Coin, account: number, place: KeyPlace): { key: Uint8Array; script: string };
}

/** Accounts whose keys are remembered: to derive one costs a few milliseconds. */
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
