import type { ReactNode } from 'react';

/** The icon of a row, hidden on a phone. */
export const RowIcon = ({ children }: { children: ReactNode }) => (
  <span
    aria-hidden="true"
    className="flex size-9 shrink-0 items-center justify-center rounded-pill bg-sunken text-soft max-sm:hidden *:size-4"
  >
    {children}
  </span>
);
