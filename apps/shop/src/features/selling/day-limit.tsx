import { type Currency, formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { Link } from 'react-router';
import type { SellTerms } from '../../rooms/catalogue/sell-cards.ts';
import { type Chosen, overLimit } from './sell-state.ts';

export function VerifyLink() {
  return (
    <Link to="/account/kyc" className="font-semibold text-leaf underline underline-offset-2">
      {text('sell.limit.verify')}
    </Link>
  );
}

interface DayLimitProps {
  terms: SellTerms | undefined;
  /** Of the wallet. */
  wallet: Currency;
  /** Of the cards. */
  currency: Currency;
}

/** What a day pays to who is not verified (OPEN-61 to OPEN-63), said before anything is entered. */
export function DayLimit({ terms, wallet, currency }: DayLimitProps) {
  if (terms?.nDayLimit == null) return null;
  const limit = formatMoney(fromWire(terms.nDayLimit), wallet);
  return (
    <p className="mb-4 max-w-prose text-soft">
      {terms.nDayLeft === null
        ? text('sell.limit', { limit })
        : text('sell.limit.left', {
            limit,
            left: formatMoney(fromWire(terms.nDayLeft), currency),
          })}{' '}
      <VerifyLink />
    </p>
  );
}

interface OverLimitProps {
  chosen: Chosen | undefined;
  terms: SellTerms | undefined;
  currency: Currency;
}

/** What stands in the way of an offer that is larger than a day pays, and what to do. */
export function OverLimit({ chosen, terms, currency }: OverLimitProps) {
  const over = overLimit(chosen, terms);
  if (!over) return null;
  const left = formatMoney(over.leftMinor, currency);
  const amount = formatMoney(over.receivableMinor, currency);
  return (
    <div className="mt-4">
      <Notice tone="attention" title={text('sell.limit.over', { left, amount })}>
        <p className="mt-1">
          {text('sell.limit.what')} <VerifyLink />
        </p>
      </Notice>
    </div>
  );
}
