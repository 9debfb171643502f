import type { CoinName } from '@giftlane/contract/money/coins.ts';
import type { CoinPayment } from '@giftlane/contract/money/crypto.ts';
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { repeat } from '@giftlane/ui/layout/skeleton.tsx';
import { textParts } from '@giftlane/ui/layout/text-parts.tsx';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { fullCoinAmount } from '../../rooms/coins/coins.ts';

/** The block time of each coin. */
const blockWords: Readonly<Record<CoinName, string>> = {
  BTC: text('checkout.coin.seen.block.btc'),
  LTC: text('checkout.coin.seen.block.ltc'),
};

type Progress = 'done' | 'now' | 'next';

const dots: Readonly<Record<Progress, string>> = {
  done: 'border-leaf bg-leaf text-on-leaf',
  now: 'border-leaf bg-surface',
  next: 'border-edge bg-surface',
};

interface StepProps {
  progress: Progress;
  title: string;
  children?: ReactNode;
}

/** A step of a vertical timeline. */
function Step({ progress, title, children }: StepProps) {
  return (
    <li
      aria-current={progress === 'now' ? 'step' : undefined}
      className="group relative grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 pb-5 last:pb-0"
    >
      <span
        aria-hidden="true"
        className={cx(
          'absolute top-7 bottom-1 start-2.75 w-0.5 group-last:hidden',
          progress === 'done' ? 'bg-leaf' : 'bg-line',
        )}
      />
      <span
        aria-hidden="true"
        className={cx(
          'flex size-6 items-center justify-center rounded-pill border-2',
          dots[progress],
        )}
      >
        {progress === 'done' && <Check className="size-3.5" strokeWidth={3} />}
        {progress === 'now' && <span className="size-2 rounded-pill bg-leaf" />}
      </span>
      <div>
        <p className={cx(progress === 'next' ? 'text-soft' : 'font-semibold')}>
          {progress === 'done' ? textParts('orders.done', { step: title }, 'sr-only') : title}
        </p>
        {children}
      </div>
    </li>
  );
}

interface CoinSeenProps {
  received: CoinPayment;
  /** The last fetch failed: the confirmations are outdated. */
  unseen: boolean;
}

/** A payment from an external wallet: received amount, confirmations and next steps. */
export function CoinSeen({ received, unseen }: CoinSeenProps) {
  const { coin, nCame, nConfirmations, nNeeded: needed } = received;
  const count = Math.min(nConfirmations, needed);
  const confirmed = count === needed;
  return (
    <>
      <h2 className="text-21">{text('checkout.coin.seen.title')}</h2>
      <p className="mt-1 font-display text-28 font-semibold tracking-tighter tabular-nums">
        {fullCoinAmount(nCame, coin)}
      </p>
      <ol className="mt-6">
        <Step progress="done" title={text('checkout.coin.seen.seen')} />
        <Step
          progress={confirmed ? 'done' : 'now'}
          title={
            unseen
              ? text('checkout.coin.seen.confirming')
              : text('checkout.coin.confirmations', { count, needed })
          }
        >
          {unseen ? (
            <p className="text-15 text-soft">{text('checkout.waiting.unseen')}</p>
          ) : (
            !confirmed && (
              <>
                <div aria-hidden="true" className="my-2 flex max-w-60 gap-1">
                  {repeat(needed, (index) => (
                    <span
                      key={index}
                      className={cx(
                        'h-1.5 grow rounded-pill',
                        index < count ? 'bg-leaf' : 'bg-line',
                      )}
                    />
                  ))}
                </div>
                <p className="text-15 text-soft">{blockWords[coin]}</p>
              </>
            )
          )}
        </Step>
        <Step progress={confirmed ? 'now' : 'next'} title={text('checkout.coin.seen.codes')} />
      </ol>
      <p className="mt-6 border-t border-line pt-4 text-15 text-soft">
        {text('checkout.coin.waiting.text')}
      </p>
      <ButtonLink to="/account/orders" className="mt-4 w-full">
        {text('checkout.waiting.orders')}
      </ButtonLink>
    </>
  );
}
