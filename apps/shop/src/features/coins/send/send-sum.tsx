import type { CoinName } from '@giftlane/contract/money/coins.ts';
import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import type { ReactNode } from 'react';
import { CodeText } from '../../../rooms/codes/code-text.tsx';
import { coinAmount, type Worth, worthText } from '../../../rooms/coins/coins.ts';
import { type FeeQuote, minutesText } from './fees.ts';

/** List of receiver, amounts and total, shown before coins are sent. */
export const SumList = ({ children }: { children: ReactNode }) => (
  <dl className="mb-5 rounded-control bg-sunken px-4 py-2 text-15">{children}</dl>
);

/** The receiver's address. */
export const Receiver = ({ address }: { address: string }) => (
  <div className="py-1.5">
    <dt className="text-soft">{text('coins.detail.to')}</dt>
    <dd className="mt-0.5 font-code text-17 font-medium text-balance">
      <CodeText code={address} />
    </dd>
  </div>
);

/** A line of `SumList`. */
export const Row = ({
  label,
  strong = false,
  children,
}: {
  label: string;
  strong?: boolean;
  children: ReactNode;
}) => (
  <div
    className={cx(
      'flex flex-wrap justify-between gap-x-4',
      strong ? 'mt-1.5 border-t border-edge/40 pt-3 pb-1.5 font-semibold' : 'py-1.5',
    )}
  >
    <dt className={cx(!strong && 'text-soft')}>{label}</dt>
    <dd className="ms-auto text-end tabular-nums">{children}</dd>
  </div>
);

interface SendSumProps {
  coin: CoinName;
  units: number;
  quote: FeeQuote;
  address: string;
  comment: string;
  worth: Worth | undefined;
}

/** The sum of `parts` (smallest units), with its approximate worth when a rate is known. */
export const Amount = ({
  parts,
  coin,
  worth,
}: {
  parts: readonly number[];
  coin: CoinName;
  worth: Worth | undefined;
}) => (
  <>
    {coinAmount(
      parts.reduce((sum, part) => sum + part, 0),
      coin,
    )}
    {worth && (
      <span className="block text-13 font-normal text-soft">{worthText(parts, worth)}</span>
    )}
  </>
);

/** Summary of a send before its confirmation. */
export function SendSum({ coin, units, quote, address, comment, worth }: SendSumProps) {
  const amount = (...parts: number[]) => <Amount parts={parts} coin={coin} worth={worth} />;
  return (
    <SumList>
      <Receiver address={address} />
      <Row label={text('coins.send.sum.amount')}>{amount(units)}</Row>
      <Row label={text('coins.send.fee')}>{amount(quote.nFee)}</Row>
      <Row label={text('coins.send.sum.time')}>{minutesText(quote.nMinutes)}</Row>
      {comment && (
        <Row label={text('coins.send.comment')}>
          <span className="break-words">“{comment}”</span>
        </Row>
      )}
      <Row label={text('coins.send.sum.total')} strong>
        {amount(units, quote.nFee)}
      </Row>
    </SumList>
  );
}
