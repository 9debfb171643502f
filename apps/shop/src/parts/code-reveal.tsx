import type { Data } from '@giftlane/contract/call.ts';
import { text } from '@giftlane/contract/messages.ts';
import type { cardCodeSchema, viewCard } from '@giftlane/contract/orders.ts';
import { useMutation } from '@tanstack/react-query';
import { Copy, Eye } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type * as z from 'zod';
import { send } from '../lib/api.ts';
import { copyText } from '../lib/clipboard.ts';
import { formatDate } from '../lib/dates.ts';
import { Button } from '../ui/button.tsx';
import { toast } from '../ui/toast-queue.ts';
import { CodeText } from './code-text.tsx';
import { useProof } from './use-proof.tsx';

export type CardCode = z.output<typeof cardCodeSchema>;

/** The ring fills this long before the code is asked for (ORD-10); `--reveal-time` draws it. */
const ringMs = 1_000;

function Ring() {
  return (
    <svg
      viewBox="0 0 36 36"
      className="reveal-ring -m-0.5 size-5 -rotate-90 text-leaf"
      aria-hidden="true"
    >
      <circle cx="18" cy="18" r="15" fill="none" className="stroke-line" strokeWidth="5" />
      <circle
        cx="18"
        cy="18"
        r="15"
        fill="none"
        stroke="currentColor"
        strokeWidth="5"
        pathLength="100"
      />
    </svg>
  );
}

type Shown = Data<typeof viewCard>;

/** Waits for the ring, then asks for the code; leaving before that asks for nothing. */
function useReveal(orderId: string, cardId: string, onShown: (shown: Shown) => void) {
  const [filling, setFilling] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [shown, setShown] = useState<Shown>();
  // Where several codes were seen in this session it has to be proven first; then it goes on here.
  const { run, dialog } = useProof({
    title: text('orders.prove.title'),
    intro: text('orders.prove.intro'),
    action: text('orders.prove.action'),
  });
  const look = async () => {
    const sending = { params: { id: orderId }, body: { cardId } };
    const { data } = await send<typeof viewCard>('PUT /transactions/viewCard/{id}', sending);
    setShown(data);
    onShown(data);
  };
  const view = useMutation({ mutationFn: () => run(look) });
  // The timer is the browser's, and must not outlive the row.
  useEffect(() => () => clearTimeout(timer.current), []);
  const reveal = () => {
    if (!navigator.onLine) {
      toast.plain(text('offline.reveal'));
      return;
    }
    setFilling(true);
    timer.current = setTimeout(() => {
      setFilling(false);
      view.mutate();
    }, ringMs);
  };
  return { revealing: filling || view.isPending, shown, reveal, dialog };
}

/** Copies codes and says whether it worked. */
export async function copyCodes(codes: readonly string[]): Promise<void> {
  if (!(await copyText(codes.join('\n')))) toast.failure(text('orders.code.copyFailed'));
  else if (codes.length === 1) toast.success(text('orders.code.copied'));
  else toast.success(text('orders.codes.copied', { count: codes.length }));
}

interface CodeRevealProps {
  orderId: string;
  code: CardCode;
  /** Told the code when it is uncovered. */
  onShown: (code: string) => void;
}

/**
 * One code: masked, until its owner presses Reveal (decision 54). What is shown lives in this row and
 * its list only; it is in no cache and gone with the page.
 */
export function CodeReveal({ orderId, code, onShown }: CodeRevealProps) {
  const { revealing, shown, reveal, dialog } = useReveal(orderId, code._id, ({ sOrderContent }) =>
    onShown(sOrderContent),
  );
  const viewedAt = shown?.dViewedAt ?? code.dViewedAt;
  const serial = code.sSerialNo;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0">
      <div className="min-w-0">
        <p aria-live="polite" className="text-17">
          <CodeText
            code={shown?.sOrderContent ?? code.sOrderContent}
            className={shown ? 'font-semibold' : 'text-soft'}
          />
        </p>
        <p className="text-13 text-soft">
          {text('orders.code.serial')} <span className="font-code">{serial}</span>
          {' · '}
          <span className="whitespace-nowrap">
            {viewedAt
              ? text('orders.code.viewed', { date: formatDate(viewedAt) })
              : text('orders.code.sealed')}
          </span>
        </p>
      </div>
      {shown ? (
        <Button
          look="tonal"
          aria-label={text('orders.code.copyOf', { serial })}
          onClick={() => void copyCodes([shown.sOrderContent])}
        >
          <Copy aria-hidden="true" className="size-4" />
          {text('ui.copy')}
        </Button>
      ) : (
        <Button
          aria-label={text(revealing ? 'orders.code.revealing' : 'orders.code.revealOf', {
            serial,
          })}
          aria-disabled={revealing}
          onClick={() => !revealing && reveal()}
        >
          {revealing ? <Ring /> : <Eye aria-hidden="true" className="size-4" />}
          {text('orders.code.reveal')}
        </Button>
      )}
      {dialog}
    </li>
  );
}
