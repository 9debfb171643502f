import type { CoinTransfer } from '@giftlane/contract/crypto.ts';
import { text } from '@giftlane/contract/messages.ts';
import { ChevronDown } from 'lucide-react';
import { useRef } from 'react';
import { formatDate } from '../../lib/dates.ts';
import { CoinStateWord } from '../../parts/coin-states.tsx';
import { Direction } from '../../parts/direction.tsx';
import { cx } from '../../ui/cx.ts';
import { BumpSend } from './bump-send.tsx';
import { CancelSend } from './cancel-send.tsx';
import { TransferDetails } from './transfer-details.tsx';
import { momentOf, momentText, movedText, shortAddress, typeWord, whyText } from './words.ts';

/** A transfer of coins: what it is, when, how much, how far it has come; the rest is folded (COIN-19). */
export function TransferRow({ transfer }: { transfer: CoinTransfer }) {
  const { type, state, comment, outputs, sBumps, bCanBump } = transfer;
  const summary = useRef<HTMLElement>(null);
  const incoming = type === 'receive';
  const word = typeWord(transfer);
  const moment = momentOf(transfer);
  const why = whyText(transfer);
  const amount = movedText(transfer);
  return (
    <li className="border-b border-line py-3 last:border-b-0">
      <div className="flex gap-3">
        <Direction incoming={incoming} />
        <div className="min-w-0 grow">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <p className="font-medium">{word}</p>
            <p
              className={cx(
                'font-semibold whitespace-nowrap tabular-nums',
                incoming && 'text-leaf',
              )}
            >
              {amount}
            </p>
          </div>
          {/* A long state goes below, in front of why it is so. */}
          <div className="mt-0.5 flex flex-wrap items-start justify-between gap-x-4">
            <p className="flex min-w-0 flex-1 basis-40 flex-wrap gap-x-3 text-13 text-soft tabular-nums">
              <span>{momentText(moment)}</span>
              {outputs[0] && !sBumps && (
                <span>
                  {text('coins.detail.to')}{' '}
                  <span className="font-code">{shortAddress(outputs[0].address)}</span>
                </span>
              )}
            </p>
            <CoinStateWord state={state} />
          </div>
          {comment && <p className="text-13 break-words text-soft">“{comment}”</p>}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 not-empty:mt-1 sm:flex-nowrap">
            {why && <p className="text-13">{why}</p>}
            {state === 'pendingApproval' && (
              <CancelSend transfer={transfer} onCancelled={() => summary.current?.focus()} />
            )}
            {bCanBump && <BumpSend transfer={transfer} />}
          </div>
          <details className="group">
            <summary
              ref={summary}
              aria-label={text('coins.details.of', {
                type: word,
                amount,
                day: formatDate(moment),
              })}
              className="-mb-1 inline-flex min-h-8 items-center gap-1 rounded-small text-13 text-soft marker:content-none hover:text-ink"
            >
              <span className="underline decoration-edge underline-offset-2">
                {text('coins.details')}
              </span>
              <ChevronDown
                aria-hidden="true"
                className="size-4 transition-transform group-open:rotate-180"
              />
            </summary>
            <TransferDetails transfer={transfer} />
          </details>
        </div>
      </div>
    </li>
  );
}
