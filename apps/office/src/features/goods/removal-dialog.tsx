import { sendForData } from '@giftlane/client/api.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { removalWishSchema } from '@giftlane/contract/office/stock.ts';
import { text } from '@giftlane/texts/text.ts';
import { SelectField, TextArea, TextField } from '@giftlane/ui/form/field.tsx';
import { Dialog } from '@giftlane/ui/overlay/dialog.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useState } from 'react';
import { renewStock } from './renew.ts';

export interface Scope {
  readonly cardId?: string;
  readonly batchId?: string;
  readonly title: string;
}

interface RemovalDialogProps {
  scope: Scope;
  onClose: () => void;
  /** Hears whether it waits for a second person. */
  onAsked: (waits: boolean) => void;
}

const serialsOf = (typed: string) => [...new Set(typed.split(/[\s,;]+/).filter(Boolean))];

/** Takes free codes of a batch, or listed ones of a card, out of stock. */
export function RemovalDialog({ scope, onClose, onAsked }: RemovalDialogProps) {
  const { cardId, batchId, title } = scope;
  const [serials, setSerials] = useState('');
  const state = useContractForm(
    removalWishSchema,
    { eKind: 'void' as const, sReason: '' },
    async (values) => {
      const of = cardId
        ? { oCard: { _id: cardId, aSerials: serialsOf(serials) } }
        : { oBatch: { _id: batchId ?? '' } };
      const body = { ...values, ...of };
      const asked = await sendForData('POST /office/stock/removals', { body });
      const waits = asked.bNeedsSecond;
      toast.success(
        waits
          ? text('office.goods.askedSecond')
          : text('office.goods.removed', { count: asked.nRemoved ?? 0 }),
      );
      await renewStock();
      onAsked(waits);
      onClose();
    },
  );
  return (
    <Dialog title={text('office.goods.takeOutOf', { title })} onClose={onClose}>
      <Form state={state} action={text('office.goods.takeOut')}>
        <SelectField {...state.field('eKind')} label={text('office.goods.how')}>
          <option value="void">{text('office.goods.how.void')}</option>
          <option value="export">{text('office.goods.how.export')}</option>
        </SelectField>
        {cardId && (
          <TextArea
            label={text('office.goods.serials')}
            help={text('office.goods.serials.help')}
            rows={4}
            value={serials}
            onChange={({ target }) => setSerials(target.value)}
          />
        )}
        <TextField {...state.field('sReason')} label={text('office.goods.reason')} />
      </Form>
    </Dialog>
  );
}
