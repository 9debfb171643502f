import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { generateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { newPushKeys } from '../../platform/secrets/push-keys.ts';

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** Writes a file readable by its owner alone, on the disk before it has its name. */
async function writeOnce(file: string, content: string): Promise<void> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
    // Unlike rename this leaves alone what another start has written in the meantime.
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await handle.close();
    await rm(draft, { force: true });
  }
}

/** The content of a file in DATA_DIR, made at the first start and readable by its owner alone. */
async function ownFile(dataDir: string, name: string, make: () => string): Promise<string> {
  const file = join(dataDir, name);
  const known = await readIfThere(file);
  if (known) return known;
  await writeOnce(file, `${make()}\n`);
  return (await readFile(file, 'utf8')).trim();
}

/** The embedded key ring. Losing it makes every stored code unreadable. */
export function ownKeys(dataDir: string): Promise<string> {
  return ownFile(dataDir, 'encryption-keys', () => `1:${randomBytes(32).toString('base64')}`);
}

/** The embedded keys of web push, as variables. Losing them ends the notifications of every browser. */
export async function ownPushKeys(dataDir: string): Promise<Record<string, string>> {
  const made = () => {
    const { publicKey, privateKey } = newPushKeys();
    return `${publicKey} ${privateKey}`;
  };
  const [publicKey = '', privateKey = ''] = (await ownFile(dataDir, 'push-keys', made)).split(' ');
  return { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey };
}

/** The embedded seed of coins, twenty-four words of BIP 39. Losing it loses every coin of the shop. */
export function ownCoinSeed(dataDir: string): Promise<string> {
  return ownFile(dataDir, 'coin-seed', () => generateMnemonic(wordlist, 256));
}

/** The secret shared by the shop and its signer. */
export function ownWishKey(dataDir: string): Promise<string> {
  return ownFile(dataDir, 'coin-wish-key', () => randomBytes(32).toString('base64'));
}

const coinVariables = [
  'BTC_RPC_URL',
  'BTC_RPC_COOKIE_FILE',
  'BTC_NETWORK',
  'LTC_RPC_URL',
  'LTC_RPC_COOKIE_FILE',
  'LTC_NETWORK',
  'BTC_COLD_XPUB',
  'LTC_COLD_XPUB',
  'BTC_HOT_CAP',
  'LTC_HOT_CAP',
  'COIN_WISH_KEY',
] as const;

const coinsFile = (dataDir: string) => join(dataDir, 'coin-variables');

/** Keeps what an embedded shop was told of coins, for commands beside it. */
export async function keepCoinVariables(
  dataDir: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const file = coinsFile(dataDir);
  await rm(file, { force: true });
  await writeOnce(
    file,
    JSON.stringify(Object.fromEntries(coinVariables.map((name) => [name, env[name]]))),
  );
}

/** What an embedded shop was told of coins when it last started; nothing where none did. */
export async function ownCoinVariables(dataDir: string): Promise<Record<string, string>> {
  const kept = await readIfThere(coinsFile(dataDir));
  return kept === undefined ? {} : JSON.parse(kept);
}
