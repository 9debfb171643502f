import { isRefusal } from '@giftlane/client/api-error.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { redeem } from '@giftlane/contract/money/wallet.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { TextField } from '@giftlane/ui/form/field.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useEffect } from 'react';
import * as z from 'zod';
import { session, sessionKeys } from '../../../session/storage.ts';
import { type FoundCard, redeemCard } from './redeem.ts';

const schema = z.strictObject({ sPin: redeem.body.shape.sPin });

/** The page reloads this long after a success (WAL-38). */
const reloadAfterMs = 500;

/** Refusals after which the card has to be looked up again: its tokens are spent or expired, or it was redeemed. */
const startOver = ['wallet.token', 'wallet.redeemed', 'wallet.redeem_not_found'];

interface PinFormProps {
  found: FoundCard;
  onBack: () => void;
}

/** Form that redeems the found card with its PIN (WAL-26, WAL-28). Takes the focus, as it replaces the focused form. */
export function PinForm({ found, onBack }: PinFormProps) {
  const state = useContractForm(
    schema,
    { sPin: '' },
    async ({ sPin }) => {
      try {
        const message = await redeemCard(found, sPin);
        toast.success(message);
        // Shown again after the reload, which ends the toast early.
        session.write(sessionKeys.notice, message);
        setTimeout(() => location.reload(), reloadAfterMs);
      } catch (error) {
        if (isRefusal(error, ...startOver)) onBack();
        throw error;
      }
    },
    { 'wallet.wrong_pin': 'sPin', 'wallet.redeem_locked': 'sPin' },
  );
  const { setFocus } = state.form;
  // In the next frame: the dialog first takes the lost focus itself.
  useEffect(() => {
    const frame = requestAnimationFrame(() => setFocus('sPin'));
    return () => cancelAnimationFrame(frame);
  }, [setFocus]);
  return (
    <>
      <Form state={state} action={text('wallet.redeem.action')}>
        <TextField
          {...state.field('sPin')}
          label={text('wallet.redeem.pin')}
          autoComplete="off"
          inputMode="numeric"
          className="font-code"
        />
      </Form>
      <Button look="quiet" className="mt-2 w-full" onClick={onBack}>
        {text('kyc.wizard.back')}
      </Button>
    </>
  );
}
