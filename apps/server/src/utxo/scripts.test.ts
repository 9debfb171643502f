/** Published vectors: BIP 84 (its account of the test words), BIP 173 and 350 (addresses), and what is refused. */
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import { expect, test } from 'vitest';
import { networkOf } from './networks.ts';
import { accountPath, openAccount, scriptOf } from './scripts.ts';

const words =
  'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
const btc = networkOf('btc', 'main');
const ltc = networkOf('ltc', 'main');

test('the addresses of an account are those of BIP 84', () => {
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(words));
  const account = openAccount(root.derive(accountPath(btc, 0)).publicExtendedKey);
  const at = (branch: 0 | 1, index: number) => account.addressAt({ branch, index }, btc).address;
  expect([at(0, 0), at(0, 1), at(1, 0)]).toEqual([
    'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
    'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
    'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el',
  ]);
});

test('an account can not be opened by its private key', () => {
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(words));
  const { privateExtendedKey } = root.derive(accountPath(btc, 0));
  expect(() => openAccount(privateExtendedKey ?? '')).toThrow('by its public key alone');
});

test('addresses of BIP 173 and 350 are read, in capitals and with spaces around, too', () => {
  const read = (address: string) => scriptOf(address, btc);
  expect(read('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toEqual({
    script: '0014751e76e8199196d454941c45d1b3a323f1433bd6',
  });
  expect(read(' bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0\n')).toEqual({
    script: '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  });
  expect(read('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toEqual({
    script: '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac',
  });
});

test.for([
  // A letter is wrong, one is missing, a mixture of capitals, a v1 address with the checksum of v0.
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'bad'],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t', 'bad'],
  ['bc1qW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bad'],
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd', 'bad'],
  ['', 'bad'],
  ['hello', 'bad'],
  ['nonsense', 'bad'],
  ['My address', 'bad'],
  ['3P14159f73E4gFr7Jte', 'bad'],
  ['LTbdyRKvBqK4cEQyWm7wKHHHQmiQhGrS1W', 'other_network'],
  ['ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9', 'other_network'],
  ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'other_network'],
  ['bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', 'other_network'],
] as const)('%s is refused as %s', ([address, problem]) => {
  expect(scriptOf(address, btc)).toEqual({ problem });
});

test('a Litecoin address is never one of Bitcoin, also of the older kind, and none out of sight', () => {
  expect(scriptOf('3P14159f73E4gFr7JterCCQh9QjiTjiZrG', ltc)).toEqual({ problem: 'other_network' });
  expect(scriptOf('ltcmweb1qqgz8r9dx', ltc)).toEqual({ problem: 'private' });
  expect(scriptOf('tmweb1qqgz8r9dx', networkOf('ltc', 'regtest'))).toEqual({ problem: 'private' });
});
