import { type Answer, sendForData } from '@giftlane/client/api.ts';
import type { cardCodeSchema } from '@giftlane/contract/shop/orders.ts';
import { formatDate, formatDay } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { copyText } from '@giftlane/ui/browser/clipboard.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { textParts } from '@giftlane/ui/layout/text-parts.tsx';
import { Check, Copy, Eye } from 'lucide-react';
import { useEffect, useState } from 'react';
import type * as z from 'zod';
import { CardArt } from '../catalogue/card-art.tsx';
import {
  ClaimsOfCode,
  type CodeClaims,
  ReportCode,
  useCodeClaims,
} from '../claims/claim-button.tsx';
import { CodeText } from './code-text.tsx';
import { RevealRing, useReveal } from './use-reveal.tsx';

export type CardCode = z.output<typeof cardCodeSchema>;
/** A revealed code. */
export type RevealedCode = Answer<'PUT /transactions/viewCard/{id}'>['data'];

/** How long “copied” is shown on the button. */
const answerMs = 2_500;

/** Copies a code; the result is shown on the button for a moment. */
function useCopyAnswer(code: string) {
  const [answer, setAnswer] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (answer !== 'copied') return;
    const timer = setTimeout(() => setAnswer(undefined), answerMs);
    return () => clearTimeout(timer);
  }, [answer]);
  const copy = async () => setAnswer((await copyText(code)) ? 'copied' : 'failed');
  return { answer, copy };
}

interface Picture {
  banner: string;
  title: string;
}

interface CodeRevealProps {
  orderId: string;
  /** The order number shown to the buyer. */
  orderNumber: string;
  code: CardCode;
  /** The revealed code; undefined while masked. */
  open: RevealedCode | undefined;
  onOpen: (open: RevealedCode) => void;
  /** Card art beside the code, hidden on phones; undefined for one of many codes. */
  picture?: Picture | undefined;
  /** The primary button of the page. */
  lead?: boolean;
}

type FactsProps = Pick<CodeRevealProps, 'orderId' | 'orderNumber' | 'code' | 'open'> & {
  claims: CodeClaims;
};

/** Serial number and dates of a code; once it was revealed, it can be reported. */
function Facts({ orderId, orderNumber, code, open, claims }: FactsProps) {
  const viewedAt = open?.dViewedAt ?? code.dViewedAt;
  return (
    <div className="flex flex-wrap gap-x-4 text-13 text-soft">
      <span className={open?.dExpiresAt ? 'w-full' : undefined}>
        {textParts('orders.code.serial', {
          serial: <span className="inline-block font-code">{code.sSerialNo}</span>,
        })}
      </span>
      <span className="whitespace-nowrap">
        {viewedAt
          ? text('orders.code.viewed', { date: formatDate(viewedAt) })
          : text('orders.code.sealed')}
      </span>
      {open?.dExpiresAt && (
        <span className="whitespace-nowrap">
          {text('orders.code.expires', { date: formatDay(open.dExpiresAt) })}
        </span>
      )}
      {viewedAt && (
        <ReportCode orderId={orderId} orderNumber={orderNumber} code={code} claims={claims} />
      )}
    </div>
  );
}

/** Reveals a code, then copies it, with one button that keeps the focus. */
function CodeButton(props: {
  serial: string;
  open: boolean;
  revealing: boolean;
  answer: 'copied' | 'failed' | undefined;
  lead: boolean;
  onPress: () => void;
}) {
  const { serial, open, revealing, answer, lead, onPress } = props;
  const covered = text(revealing ? 'orders.code.revealing' : 'orders.code.revealOf', { serial });
  return (
    <div className="relative">
      <Button
        look={open ? 'tonal' : lead ? 'primary' : 'secondary'}
        className="w-full max-sm:px-3"
        aria-label={open ? text('orders.code.copyOf', { serial }) : covered}
        aria-disabled={revealing}
        onClick={() => !revealing && onPress()}
      >
        {open ? (
          <Copy aria-hidden="true" className="size-4" />
        ) : revealing ? (
          <RevealRing />
        ) : (
          <Eye aria-hidden="true" className="size-4" />
        )}
        {text(open ? 'ui.copy' : 'orders.code.reveal')}
      </Button>
      {/* Over the button, so that nothing moves; the region exists before its text, so that it is announced. */}
      <span
        role="status"
        className={cx(
          'pointer-events-none absolute inset-0 flex items-center justify-center gap-2 rounded-control font-semibold whitespace-nowrap',
          answer === 'copied' && 'bg-leaf text-15 text-on-leaf',
          answer === 'failed' && 'border border-fail bg-surface text-13 text-fail',
        )}
      >
        {answer === 'copied' && (
          <>
            <Check aria-hidden="true" className="size-4" />
            {text('orders.code.copied')}
          </>
        )}
        {answer === 'failed' && <span role="alert">{text('orders.code.copyFailed')}</span>}
      </span>
    </div>
  );
}

/** One code, masked until its owner presses Reveal (OPEN-54). A revealed code is in no cache. */
export function CodeReveal({
  orderId,
  orderNumber,
  code,
  open,
  onOpen,
  picture,
  lead = false,
}: CodeRevealProps) {
  const { revealing, reveal, refusal, dialog } = useReveal();
  const claims = useCodeClaims(orderId, code._id);
  const look = async () => {
    const sending = { params: { id: orderId }, body: { cardId: code._id } };
    onOpen(await sendForData('PUT /transactions/viewCard/{id}', sending));
  };
  const { answer, copy } = useCopyAnswer(open?.sOrderContent ?? '');
  return (
    <li
      className={cx(
        'break-inside-avoid',
        picture
          ? 'sm:grid sm:grid-cols-[11rem_minmax(0,1fr)] sm:items-center sm:gap-4 sm:rounded-panel sm:border sm:border-line sm:bg-raised sm:p-4 sm:shadow-contact'
          : 'border-t border-line py-4 first:border-t-0',
      )}
    >
      {picture && (
        <CardArt banner={picture.banner} title={picture.title} className="max-sm:hidden" />
      )}
      {/* On phones the button comes right after the code, the facts below. */}
      <div className="grid grid-cols-1 items-center gap-x-6 gap-y-2 sm:grid-cols-[minmax(0,1fr)_10rem]">
        <p
          aria-live="polite"
          className={cx(
            'min-w-0 rounded-small px-3 py-3',
            picture && 'text-center sm:col-span-2',
            open ? 'bg-leaf-tint' : 'code-sealed',
          )}
        >
          <CodeText
            key={open ? 'open' : 'sealed'}
            code={open?.sOrderContent ?? code.sOrderContent}
            className={cx('text-28', open ? 'code-uncovered font-semibold' : 'text-soft')}
          />
        </p>
        <Facts
          orderId={orderId}
          orderNumber={orderNumber}
          code={code}
          open={open}
          claims={claims}
        />
        <div
          className={cx(
            'max-sm:order-first max-sm:row-start-2',
            !picture && 'sm:col-start-2 sm:row-span-2 sm:row-start-1',
          )}
        >
          <CodeButton
            serial={code.sSerialNo}
            open={open !== undefined}
            revealing={revealing}
            answer={answer}
            lead={lead}
            onPress={() => (open ? void copy() : reveal(look))}
          />
        </div>
      </div>
      <div className="empty:hidden sm:col-span-full">{refusal}</div>
      <ClaimsOfCode orderId={orderId} claims={claims} />
      {dialog}
    </li>
  );
}
