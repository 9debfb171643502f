import type { ReactNode } from 'react';

/** A line drawing in the text colour, hidden from screen readers. */
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
