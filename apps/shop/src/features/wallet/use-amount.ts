import { text } from '@giftlane/texts/text.ts';
import { useRef, useState } from 'react';
import { amountIn, typedAmount } from '../../rooms/money/typed-amount.ts';

/** An amount as typed, in minor units; undefined for what is none, or nothing. */
export const amountOf = (typed: string): bigint | undefined => amountIn(typed) || undefined;

/** A field for an amount of money (WAL-19); one that is none is reset to 0, and told, when it is left (WAL-20). */
export function useAmount(initial = '') {
  const [typed, setTyped] = useState(initial);
  const [error, setError] = useState('');
  const touched = useRef(false);
  const minor = amountOf(typed);
  const change = (next: string, message = '') => {
    setTyped(next);
    setError(message);
  };
  const reset = (message: string) => change('0', message);
  return {
    typed,
    minor,
    reset,
    /** Another amount than the one that was typed. */
    put: (next: string) => {
      touched.current = false;
      change(next);
    },
    field: {
      value: typed,
      error,
      inputMode: 'decimal',
      autoComplete: 'off',
      placeholder: '0.00',
      onFocus: (event: { target: HTMLInputElement }) => event.target.select(),
      onChange: (event: { target: HTMLInputElement }) => {
        touched.current = true;
        change(typedAmount(event.target.value));
      },
      // Who only passes by has not entered anything.
      onBlur: () => {
        if (touched.current && minor === undefined) reset(text('wallet.addMoney.invalid'));
      },
    },
  } as const;
}
