import { expect, test } from 'vitest';
import { explorerAddress } from './explorer.ts';

test.each([
  ['https://mempool.space/tx/{txid}', 'https://mempool.space/tx/ab12'],
  ['https://explorer.test/?tx={txid}&x=1', 'https://explorer.test/?tx=ab12&x=1'],
  ['https://mempool.space/tx/', undefined],
  ['javascript:alert("{txid}")', undefined],
  ['{txid}', undefined],
  ['', undefined],
  [undefined, undefined],
])('the explorer %j leads to %j', (pattern, address) => {
  expect(explorerAddress(pattern, 'ab12')).toBe(address);
});
