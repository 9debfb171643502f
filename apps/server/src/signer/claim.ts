/** Ensures that one signer, with one seed, works on its folder and its database. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Coin, coins } from '@giftlane/contract/money/coins.ts';
import type { Tx } from '../platform/db/db.ts';
import { StartRefused } from '../platform/process/ending.ts';
import { requireKeys } from '../platform/secrets/key-checks.ts';
import { sha256 } from '../platform/secrets/secrets.ts';
import type { SignerConfig } from './config.ts';
import type { Keys } from './keys.ts';
import { claimSigning, firstAccounts } from './queries.ts';

/**
 * One line per coin: the SHA-256 of the public key of account 0. The folder's file `seed` identifies the seed by it.
 */
const seedWords = (firstOf: (coin: Coin) => string) =>
  coins.map((coin) => `${coin} ${sha256(firstOf(coin)).toString('hex')}\n`).join('');

/**
 * Returns the check that begins each transaction of a signer: it takes the signer's advisory lock and compares the
 * seed with database and folder. Throws `StartRefused` when another signer holds the lock or the seed differs; nothing
 * is stored then. The lock belongs to the session, so after a reconnect it must be taken again before signing.
 */
export function makeClaim(
  { dir, wishKey }: Pick<SignerConfig, 'dir' | 'wishKey'>,
  keys: Keys,
): (tx: Tx) => Promise<void> {
  const file = join(dir, 'seed');
  const own = seedWords((coin) => keys.xpub(coin, 0));
  let known = false;
  return async (tx) => {
    const [isMine, stored] = await Promise.all([claimSigning(tx), firstAccounts(tx)]);
    if (!isMine)
      throw new StartRefused(
        'Another signer works on this database. Exactly one may run: stop it, or leave this one.',
      );
    for (const { coin, xpub } of stored)
      if (keys.xpub(coin, 0) !== xpub)
        throw new StartRefused(
          `COIN_SEED: the ${coin.toUpperCase()} accounts in the database are of another seed, or ${coin.toUpperCase()}_NETWORK of another network.`,
        );
    if (known) return;
    const kept = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (kept !== '' && kept !== own)
      throw new StartRefused(
        `COIN_SEED: ${dir} was made for another seed, or for other networks (its file "seed").`,
      );
    await requireKeys(tx, { wishKey }, { note: true });
    if (kept === '') {
      // Written atomically: a signer killed meanwhile writes it again.
      writeFileSync(`${file}.new`, own, { mode: 0o600, flush: true });
      renameSync(`${file}.new`, file);
    }
    known = true;
  };
}
