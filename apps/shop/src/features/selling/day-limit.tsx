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
  /** Currency of the member's wallet. */
  wallet: Currency;
  /** Currency of the cards. */
  currency: Currency;
}

/** The daily limit of a member who is not verified (OPEN-61 to OPEN-63). */
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

/** Notice that an offer exceeds what is left of the daily limit, with a link to verification. */
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
