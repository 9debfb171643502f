import { text } from '@giftlane/contract/messages.ts';
import type { viewCards } from '@giftlane/contract/orders.ts';
import { Eye } from 'lucide-react';
import { send } from '../lib/api.ts';
import { Button } from '../ui/button.tsx';
import type { CardCode, OpenCode } from './code-reveal.tsx';
import { Ring, useReveal } from './use-reveal.tsx';

interface RevealAllProps {
  orderId: string;
  /** Those that are still covered. */
  codes: readonly CardCode[];
  onOpen: (open: readonly OpenCode[]) => void;
  lead: boolean;
}

/** Uncovers all codes that are on screen. */
export function RevealAll({ orderId, codes, onOpen, lead }: RevealAllProps) {
  const { revealing, reveal, dialog } = useReveal(async () => {
    const { data } = await send<typeof viewCards>('PUT /transactions/viewCards/{id}', {
      params: { id: orderId },
      body: { aCardIds: codes.map(({ _id }) => _id) },
    });
    onOpen(data);
  });
  return (
    <>
      <Button
        look={lead ? 'primary' : 'secondary'}
        className="max-sm:w-full"
        aria-disabled={revealing}
        onClick={() => !revealing && reveal()}
      >
        {revealing ? <Ring /> : <Eye aria-hidden="true" className="size-4" />}
        {text('orders.codes.revealAll', { count: codes.length })}
      </Button>
      {dialog}
    </>
  );
}
