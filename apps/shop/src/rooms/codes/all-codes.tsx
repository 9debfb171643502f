import { sendForData } from '@giftlane/client/api.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Copy, Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { copy } from '../pages/copy.ts';
import type { CardCode, RevealedCode } from './code-reveal.tsx';
import { RevealRing, useReveal } from './use-reveal.tsx';

const copyAll = (codes: readonly string[]) =>
  copy(
    codes.join('\n'),
    text('orders.codes.copied', { count: codes.length }),
    text('orders.code.copyFailed'),
  );

const copyLabel = (count: number) => text('orders.codes.copyShown', { count });

interface AllCodesProps {
  orderId: string;
  /** The brand of the codes. */
  title: string;
  heading?: ReactNode;
  /** Shown codes that are still masked. */
  covered: readonly CardCode[];
  /** Shown codes that are revealed. */
  shown: readonly string[];
  onOpen: (open: readonly RevealedCode[]) => void;
}

/** Reveals all shown codes, then copies them, with one button that keeps the focus. */
export function AllCodes({ orderId, title, heading, covered, shown, onOpen }: AllCodesProps) {
  const { revealing, reveal, refusal, dialog } = useReveal();
  const several = covered.length > 1;
  if (!several && shown.length < 2) return null;
  const look = async () => {
    const body = { aCardIds: covered.map(({ _id }) => _id) };
    onOpen(
      await sendForData('PUT /transactions/viewCards/{id}', { params: { id: orderId }, body }),
    );
  };
  const press = () => {
    if (revealing) return;
    if (several) reveal(look);
    else void copyAll(shown);
  };
  const Icon = several ? Eye : Copy;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2" data-screen-only>
      {heading && <div className="me-auto">{heading}</div>}
      <Button
        look={several ? 'quiet' : 'secondary'}
        size="small"
        className={several ? (heading ? '-me-3' : '-ms-3') : undefined}
        aria-disabled={revealing}
        onClick={press}
      >
        {revealing ? <RevealRing /> : <Icon aria-hidden="true" className="size-4" />}
        {several
          ? text('orders.codes.revealAll', { count: covered.length })
          : copyLabel(shown.length)}
        <span className="sr-only">{title}</span>
      </Button>
      {several && shown.length > 1 && (
        <Button size="small" onClick={() => void copyAll(shown)}>
          <Copy aria-hidden="true" className="size-4" />
          {copyLabel(shown.length)}
        </Button>
      )}
      <div className="basis-full empty:hidden">{refusal}</div>
      <span role="status" className="sr-only">
        {revealing && text('orders.code.revealing')}
      </span>
      {dialog}
    </div>
  );
}
