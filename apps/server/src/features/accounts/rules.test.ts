import { expect, test } from 'vitest';
import { emailKey } from './rules.ts';

test('e-mail addresses are compared in lower case', () => {
  expect(emailKey(' Anna.B@Example.COM ')).toBe('anna.b@example.com');
});
