import type { CoinName } from '@giftlane/contract/money/coins.ts';
import { Bitcoin } from 'lucide-react';

/** The sign of a coin, drawn as the other icons are. */
export function CoinIcon({ coin, className }: { coin: CoinName; className: string }) {
  if (coin === 'BTC') return <Bitcoin aria-hidden="true" className={className} />;
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={className}
    >
      <path d="M11.5 3 7.5 20H18M5 14.5l9.5-3.5" />
    </svg>
  );
}
