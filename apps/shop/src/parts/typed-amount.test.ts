import { expect, test } from 'vitest';
import { typedAmount } from './typed-amount.ts';

test('WAL-19 the amount takes figures and one separator, whatever is typed or pasted', () => {
  expect(typedAmount('$ 1a2,5 0')).toBe('12.50');
  expect(['040', '0', '0.5', '00'].map(typedAmount)).toEqual(['40', '0', '0.5', '0']);
});
