import { expect, test } from 'vitest';
import { chooseToGo, placeOf } from './make-room.ts';

/** Who goes for a newcomer of those that hold room, each written as address and how far behind; `proxy` has no place. */
function gone(newcomer: string, ...holders: readonly string[]): string | undefined {
  const place = (address: string) => (address === 'proxy' ? undefined : placeOf(address));
  const all = holders.map((name) => {
    const [address = '', behind] = name.split(' ');
    return { name, place: place(address), behind: Number(behind) };
  });
  return chooseToGo(all, place(newcomer), ({ behind }) => behind)?.name;
}

test('who is furthest behind goes, of the surroundings that hold the most', () => {
  expect(
    gone('192.0.2.1', '198.51.100.1 90', '203.0.113.1 3', '203.0.113.2 8', '203.0.113.3 5'),
  ).toBe('203.0.113.2 8');
});

test('within the surroundings the address that holds the most goes first', () => {
  const held = ['203.0.113.1 9', '203.0.113.2 1', '203.0.113.2 2'];
  expect(gone('192.0.2.1', ...held)).toBe('203.0.113.2 2');
  expect(gone('203.0.113.1', ...held)).toBe('203.0.113.2 2');
});

test('nobody goes for a newcomer from where as much is held', () => {
  expect(gone('203.0.113.2', '203.0.113.2 9', '203.0.113.2 9', '192.0.2.1 9')).toBeUndefined();
  expect(gone('192.0.2.1', '192.0.2.1 9', '203.0.113.2 9')).toBeUndefined();
  expect(gone('192.0.2.1')).toBeUndefined();
});

test('the networks that one customer of IPv6 is given count together', () => {
  const customer = ['2001:db8:1:10::1 1', '2001:db8:1:11::1 2', '2001:db8:1:12::1 3'];
  const twice = ['2001:db8:2::1 9', '2001:db8:2::2 9'];
  expect(gone('2001:db8:3::1', ...twice, ...customer)).toBe('2001:db8:1:12::1 3');
  expect(gone('2001:db8:1:13::1', ...twice, ...customer)).toBe('2001:db8:1:12::1 3');
});

test('who comes through a proxy goes last, and for anybody', () => {
  expect(gone('192.0.2.1', 'proxy 9', '203.0.113.2 1')).toBe('203.0.113.2 1');
  expect(gone('203.0.113.2', 'proxy 7', 'proxy 9', '203.0.113.2 1')).toBe('proxy 9');
  expect(gone('proxy', 'proxy 7', 'proxy 9')).toBe('proxy 9');
});
