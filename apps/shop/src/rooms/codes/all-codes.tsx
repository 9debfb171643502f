import { sendForData } from '@giftlane/client/api.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Copy, Eye } from 'lucide-react';
import type { ReactNode } from 'react';
import { copy } from '../pages/copy.ts';
import type { CardCode, OpenCode } from './code-reveal.tsx';
import { Ring, useReveal } from './use-reveal.tsx';

const copyAll = (codes: readonly string[]) =>
  copy(
    codes.join('\n'),
    text('orders.codes.copied', { count: codes.length }),
    text('orders.code.copyFailed'),
  );

const copyWords = (count: number) => text('orders.codes.copyShown', { count });

interface AllCodesProps {
  orderId: string;
  /** What they are of. */
  title: string;
  /** Above them, beside the button. */
  heading?: ReactNode;
  /** Those on screen that are still covered. */
  covered: readonly CardCode[];
  /** What was uncovered of those on screen. */
  shown: readonly string[];
  onOpen: (open: readonly OpenCode[]) => void;
}

/** Uncovers all codes on screen, and then copies them: one button, so that the focus stays where it is. */
export function AllCodes({ orderId, title, heading, covered, shown, onOpen }: AllCodesProps) {
  const { revealing, reveal, refusal, dialog } = useReveal();
  const some = covered.length > 1;
  if (!some && shown.length < 2) return null;
  // Of what is on screen at the press, whatever is a second later.
  const look = async () => {
    const body = { aCardIds: covered.map(({ _id }) => _id) };
    onOpen(
      await sendForData('PUT /transactions/viewCards/{id}', { params: { id: orderId }, body }),
    );
  };
  const press = () => {
    if (revealing) return;
    if (some) reveal(look);
    else void copyAll(shown);
  };
  const Icon = some ? Eye : Copy;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2" data-screen-only>
      {heading && <div className="mr-auto">{heading}</div>}
      <Button
        look={some ? 'quiet' : 'secondary'}
        size="small"
        className={some ? (heading ? '-mr-3' : '-ml-3') : undefined}
        aria-disabled={revealing}
        onClick={press}
      >
        {revealing ? <Ring /> : <Icon aria-hidden="true" className="size-4" />}
        {some ? text('orders.codes.revealAll', { count: covered.length }) : copyWords(shown.length)}
        <span className="sr-only">{title}</span>
      </Button>
      {some && shown.length > 1 && (
        <Button size="small" onClick={() => void copyAll(shown)}>
          <Copy aria-hidden="true" className="size-4" />
          {copyWords(shown.length)}
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
