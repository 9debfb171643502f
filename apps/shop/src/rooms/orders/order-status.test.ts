import { expect, test } from 'vitest';
import { lineWord, summaryWord } from './order-status.tsx';

test('ORD-07: the words of a line’s number', () => {
  expect([0, 1, 2, 3].map(lineWord)).toEqual(['Pending', 'Paid', 'Accepted', 'Delivered']);
});

test('PROF-02: the words of an order’s number on the profile', () => {
  expect([0, 1, 2, 3, 4, 5].map(summaryWord)).toEqual([
    'Failed',
    'Pending',
    'Processing',
    'Delivered',
    'Declined',
    'Paid',
  ]);
});

test('OPEN-55: an unknown number is shown raw', () => {
  expect([lineWord(9), summaryWord(9)]).toEqual(['9', '9']);
});
