import { type Answer, sendForData } from '@giftlane/client/api.ts';
import { useAction } from '@giftlane/client/use-action.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button, ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useQueryClient } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { cartPath, readCartAnew } from '../checkout/cart.ts';

type Again = Answer<'POST /transactions/{id}/again'>['data'];

const reasons: Record<Again['aLeftOut'][number]['eReason'], string> = {
  gone: text('orders.again.gone'),
  currency: text('orders.again.currency'),
  full: text('orders.again.full'),
};

/** Adds an order's cards to the cart again, at current prices. */
export function useBuyAgain(order: Order) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [answer, setAnswer] = useState<Again>();
  const action = useAction(async () => {
    setAnswer(undefined);
    try {
      const data = await sendForData('POST /transactions/{id}/again', {
        params: { id: order._id },
      });
      setAnswer(data);
      if (data.aLeftOut.length > 0) return; // Listed by `LeftOut`.
      toast.success(text('orders.again.done'), {
        label: text('cart.view'),
        act: () => void navigate(cartPath),
      });
    } finally {
      await readCartAnew(client);
    }
  });
  return { action, answer };
}

type BuyAgain = ReturnType<typeof useBuyAgain>;

export function BuyAgainButton({ action }: BuyAgain) {
  return (
    <Button size="small" {...action}>
      <RotateCcw aria-hidden="true" className="size-4" />
      {text('orders.again')}
    </Button>
  );
}

/** Cards that could not be added to the cart, and why. */
export function LeftOut({ answer }: BuyAgain) {
  if (!answer || answer.aLeftOut.length === 0) return null;
  const none = answer.nAdded === 0;
  return (
    <div className="mb-4">
      <Notice
        tone="attention"
        title={text(none ? 'orders.again.none' : 'orders.again.some', { count: answer.nAdded })}
      >
        <ul className="mt-1 list-disc ps-5">
          {answer.aLeftOut.map(({ sTitle, eReason }) => (
            <li key={sTitle}>{text('ui.labelled', { label: sTitle, value: reasons[eReason] })}</li>
          ))}
        </ul>
        {!none && (
          <ButtonLink to={cartPath} size="small" className="mt-3">
            {text('cart.view')}
          </ButtonLink>
        )}
      </Notice>
    </div>
  );
}
