import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import english from './messages/en-US.json' with { type: 'json' };

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Words the specification gives for screens that are not built yet. They stay until those are. */
const awaited = new Set([
  'pay.coinBalanceTooLow',
  'wallet.createWallet',
  'wallet.tab.btc',
  'wallet.tab.ltc',
  'wallet.coin.empty',
  'wallet.txStatus.denied',
  'wallet.txStatus.pending',
  'wallet.txStatus.processing',
  'wallet.txStatus.refunded',
  'wallet.txStatus.complete',
  'wallet.create.failed',
  'notice.cryptoInitiated',
  'notice.coinSent',
]);

const isSource = (name: string) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name);
const isForeign = (folder: string) => /[\\/](?:node_modules|dist)(?:[\\/]|$)/.test(folder);

/** Everything between single quotes in the sources. */
function quoted(): Set<string> {
  const words = new Set<string>();
  for (const part of ['apps', 'packages']) {
    const files = readdirSync(join(root, part), { recursive: true, withFileTypes: true });
    for (const { name, parentPath } of files) {
      if (!isSource(name) || isForeign(parentPath)) continue;
      const source = readFileSync(join(parentPath, name), 'utf8');
      for (const [, word = ''] of source.matchAll(/'([\w.]+)'/g)) words.add(word);
    }
  }
  return words;
}

test('every text of the catalogue is used, or waits for its screen', () => {
  const used = quoted();
  const dead = Object.keys(english).filter((key) => !used.has(key) && !awaited.has(key));
  expect(dead).toEqual([]);
  expect([...awaited].filter((key) => !(key in english) || used.has(key))).toEqual([]);
});
