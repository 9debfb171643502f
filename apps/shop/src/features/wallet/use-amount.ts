import { text } from '@giftlane/texts/text.ts';
import { useRef, useState } from 'react';
import { amountIn, typedAmount } from '../../rooms/money/typed-amount.ts';

/** A typed amount in minor units; undefined when invalid or zero. */
export const amountOf = (typed: string): bigint | undefined => amountIn(typed) || undefined;

/** A money field (WAL-19); an invalid amount is reset to 0 with a message on blur (WAL-20). */
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
    /** Sets an amount that was not typed. */
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
      // A field that was only focused keeps its value.
      onBlur: () => {
        if (touched.current && minor === undefined) reset(text('wallet.addMoney.invalid'));
      },
    },
  } as const;
}
