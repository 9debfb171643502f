import { send } from '@giftlane/client/api.ts';
import { isRefusal } from '@giftlane/client/api-error.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { type RefundSums, refundOrder } from '@giftlane/contract/office/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { TextField } from '@giftlane/ui/form/field.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { Dialog, DialogClose } from '@giftlane/ui/overlay/dialog.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { moneyText } from '../../list/money.ts';
import { Facts } from '../../parts/figures.tsx';
import { readAnew } from '../../read-anew.ts';
import type { OfficeOrder } from './words.tsx';

/** What is to be refunded. */
interface RefundWish {
  readonly aLineIds: string[];
  readonly bEvenViewed: boolean;
  readonly bEvenCoinsGone: boolean;
}

interface RefundProps {
  readonly order: OfficeOrder;
  readonly wish: RefundWish;
  readonly onClose: () => void;
}

function Sums({ order, wish, onClose, quoted }: RefundProps & { quoted: RefundSums }) {
  const [sums, setSums] = useState(quoted);
  const { _id: id, eCurrency } = order;
  const params = { id };
  const state = useContractForm(
    refundOrder.body,
    { ...wish, sReason: '', oSums: sums },
    async ({ sReason }) => {
      try {
        await send('POST /office/orders/{id}/refund', {
          params,
          body: { ...wish, sReason, oSums: sums },
        });
      } catch (error) {
        if (isRefusal(error, 'order.refund_changed'))
          setSums((error.data as { oSums: RefundSums }).oSums);
        throw error;
      }
      await readAnew('GET /office/orders/{id}', 'GET /office/orders/{id}/codes');
      toast.success(text('office.refund.done'));
      onClose();
    },
  );
  const total = moneyText(sums.nToCard + sums.nToWallet, eCurrency);
  return (
    <Form
      state={state}
      action={text('office.refund.action', { amount: total })}
      beside={<DialogClose>{text('office.cancel')}</DialogClose>}
    >
      <Facts
        facts={[
          [text('office.refund.lines'), sums.nLines],
          [text('office.refund.toCard'), moneyText(sums.nToCard, eCurrency)],
          [text('office.refund.toWallet'), moneyText(sums.nToWallet, eCurrency)],
          [text('office.refund.gone'), sums.nGone > 0 ? moneyText(sums.nGone, eCurrency) : ''],
        ]}
      />
      <TextField
        {...state.field('sReason')}
        autoFocus
        label={text('office.reason')}
        help={text('office.refund.reasonHelp')}
        optional
      />
    </Form>
  );
}

/** The sums of a refund, and the refund with just these. */
export function RefundDialog(props: RefundProps) {
  const { order, wish, onClose } = props;
  const quote = useQuery({
    queryKey: ['quote', order._id, wish],
    queryFn: async ({ signal }) =>
      (
        await send('POST /office/orders/{id}/refund/quote', {
          params: { id: order._id },
          body: wish,
          signal,
        })
      ).data,
    gcTime: 0,
    retry: false,
  });
  return (
    <Dialog onClose={onClose} title={text('office.refund.title')}>
      <Loaded query={quote} waiting={<Skeleton className="h-40" />} inside>
        {(quoted) => <Sums {...props} quoted={quoted} />}
      </Loaded>
    </Dialog>
  );
}
