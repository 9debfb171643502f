import type { CoinTransfer } from '@giftlane/contract/money/crypto.ts';
import { formatDate } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';
import { Dated } from '@giftlane/ui/layout/dated.tsx';
import { textParts } from '@giftlane/ui/layout/text-parts.tsx';
import { ChevronDown } from 'lucide-react';
import { useRef, useState } from 'react';
import { CoinStateWord, cameToNothing } from '../../../rooms/coins/coin-states.tsx';
import { Direction } from '../../../rooms/money/direction.tsx';
import { BumpSend } from './bump-send.tsx';
import { CancelSend } from './cancel-send.tsx';
import { TransferDetails } from './transfer-details.tsx';
import { momentOf, momentText, movedText, shortAddress, typeWord, whyText } from './words.ts';

/** A coin transfer: type, time, amount and state; details are folded (COIN-19). */
export function TransferRow({ transfer }: { transfer: CoinTransfer }) {
  const { type, state, comment, outputs, sBumps, bCanBump } = transfer;
  const [open, setOpen] = useState(false);
  const more = useRef<HTMLButtonElement>(null);
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
          <div className="flex items-baseline justify-between gap-x-4">
            <p className="font-medium">{word}</p>
            <p
              className={cx(
                'font-semibold whitespace-nowrap tabular-nums',
                // A failed transfer moved no coins.
                cameToNothing.has(state) ? 'text-soft' : incoming && 'text-leaf',
              )}
            >
              {amount}
            </p>
          </div>
          {/* On phones the state is beside the time, the rest below both. */}
          <div className="flex flex-wrap items-center gap-x-3 text-13 text-soft tabular-nums">
            <span className="whitespace-nowrap">
              <Dated words={momentText(moment)} />
            </span>
            {outputs[0] && !sBumps && (
              <span className="whitespace-nowrap max-sm:order-last">
                {textParts('coins.sentTo', {
                  address: <span className="font-code">{shortAddress(outputs[0].address)}</span>,
                })}
              </span>
            )}
            <button
              ref={more}
              type="button"
              aria-expanded={open}
              aria-label={text('coins.details.of', {
                type: word,
                amount,
                day: formatDate(moment),
              })}
              className="inline-flex min-h-8 items-center gap-1 rounded-small hover:text-ink max-sm:order-last"
              onClick={() => setOpen(!open)}
            >
              <span className="underline decoration-edge underline-offset-2">
                {text('coins.details')}
              </span>
              <ChevronDown
                aria-hidden="true"
                className={cx('size-4 transition-transform', open && 'rotate-180')}
              />
            </button>
            <span className="ms-auto">
              <CoinStateWord state={state} />
            </span>
          </div>
          {comment && <p className="text-13 break-words text-soft">“{comment}”</p>}
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 not-empty:mt-1 sm:flex-nowrap sm:justify-start">
            {why && (
              <p className="text-13">
                <Dated words={why} />
              </p>
            )}
            {state === 'pendingApproval' && (
              <CancelSend transfer={transfer} onCancelled={() => more.current?.focus()} />
            )}
            {bCanBump && <BumpSend transfer={transfer} />}
          </div>
          {open && <TransferDetails transfer={transfer} />}
        </div>
      </div>
    </li>
  );
}
