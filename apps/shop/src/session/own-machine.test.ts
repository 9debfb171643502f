import { expect, test } from 'vitest';
import { isOwnMachine } from './own-machine.ts';

test('SESS-11 a developer’s own machine is known by its name', () => {
  for (const name of ['localhost', '127.0.0.1', '[::1]', 'shop.localhost'])
    expect(isOwnMachine(name)).toBe(true);
  for (const name of ['giftlane.example', 'localhost.example.com', '10.0.0.1', '127.0.0.1.nip.io'])
    expect(isOwnMachine(name)).toBe(false);
});
