import type { CoinTransfer } from '@giftlane/contract/crypto.ts';
import { text } from '@giftlane/contract/messages.ts';
import { ChevronDown } from 'lucide-react';
import { useRef } from 'react';
import { formatDate } from '../../lib/dates.ts';
import { stateTones, stateWords } from '../../parts/coin-states.ts';
import { Direction } from '../../parts/direction.tsx';
import { Badge } from '../../ui/badge.tsx';
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
          <div className="mt-0.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <p className="text-13 text-soft tabular-nums">{momentText(moment)}</p>
            <Badge tone={stateTones[state]}>{stateWords[state]}</Badge>
          </div>
          {outputs[0] && !sBumps && (
            <p className="text-13 break-words text-soft">
              {text('coins.detail.to')}{' '}
              <span className="font-code">{shortAddress(outputs[0].address)}</span>
            </p>
          )}
          {why && <p className="text-13">{why}</p>}
          {comment && <p className="text-13 break-words text-soft">“{comment}”</p>}
          {state === 'pendingApproval' && (
            <CancelSend transfer={transfer} onCancelled={() => summary.current?.focus()} />
          )}
          {bCanBump && <BumpSend transfer={transfer} />}
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
