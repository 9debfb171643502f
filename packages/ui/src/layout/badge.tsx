import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

const tones = {
  plain: 'bg-sunken text-soft',
  waiting: 'bg-amber-tint text-amber',
  attention: 'bg-coral-tint text-coral-ink',
  info: 'bg-sky-tint text-sky',
  success: 'bg-leaf-tint text-leaf',
  danger: 'bg-fail-tint text-fail',
} as const;
export type Tone = keyof typeof tones;

/** A state in a word, with a colour. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'inline-block rounded-small px-2 py-0.5 text-13 font-semibold whitespace-nowrap',
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
