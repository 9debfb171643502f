import type { ReactNode } from 'react';

/** A small line drawing. It takes the text colour and says nothing by itself. */
export function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 160 110"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="h-auto w-full"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
