import { expect, test } from 'vitest';
import { ApiError, isAway, isRefusal, messageOf, refused, Unreachable } from './api-error.ts';

test('ERR-01, ERR-03: no response is "Server is unavailable." and recorded as 500', () => {
  const error = new Unreachable();
  expect([error.status, error.message]).toEqual([500, 'Server is unavailable.']);
});

test('ERR-01: what a proxy answers without a server, or the shop without its database, is no answer', () => {
  const away = [new Unreachable(), refused(502, {}), refused(503, { code: 'server.unavailable' })];
  expect(away.map(isAway)).toEqual([true, true, true]);
  expect([refused(500, {}), refused(404, {}), new TypeError()].map(isAway)).toEqual([
    false,
    false,
    false,
  ]);
});

test('ERR-05: a message of the server is the message of the error', () => {
  expect(refused(409, { message: 'Only 2 left' }).message).toBe('Only 2 left');
});

test.each([
  [500, 'Server error'],
  [503, 'Server error'],
  [400, 'Something went wrong.'],
  [404, 'Something went wrong.'],
])('ERR-02: status %i without a message is "%s"', (status, message) => {
  expect(refused(status, {}).message).toBe(message);
});

test('ERR-08, ERR-10, ERR-26: what the error table names wins over the general words, also for 5xx', () => {
  const named = 'Something went wrong.';
  expect(messageOf(refused(500, {}), named)).toBe(named);
  expect(messageOf(refused(404, {}), named)).toBe(named);
  expect(messageOf(refused(500, { message: 'The provider is away' }), named)).toBe(
    'The provider is away',
  );
  expect(messageOf(new Unreachable(), named)).toBe('Server is unavailable.');
});

test('the errors of fields and the data of a refusal are kept for the page', () => {
  const fields = [{ field: 'sEmail', message: 'Please enter valid email' }];
  const error = refused(400, { errors: fields, data: { nTotalAmount: 5 } });
  expect(error.fields).toEqual(fields);
  expect(error.data).toEqual({ nTotalAmount: 5 });
});

test('a refusal is known by its code, not by its words', () => {
  const error = new ApiError(409, 'x', { code: 'order.price_changed' });
  expect(isRefusal(error, 'order.lapsed', 'order.price_changed')).toBe(true);
  expect(isRefusal(error, 'order.lapsed')).toBe(false);
});

test('ERR-10: what is no answer of the server is "Something went wrong."', () => {
  expect(messageOf(new TypeError('undefined is not a function'))).toBe('Something went wrong.');
});
