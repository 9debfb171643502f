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

/** The pair of tokens is spent or too old: look the card up again. */
const startOver = ['wallet.token', 'wallet.redeemed', 'wallet.redeem_not_found'];

interface PinFormProps {
  found: FoundCard;
  onBack: () => void;
}

/**
 * Asks for the PIN of the card that was found and adds its value to the wallet (WAL-26, WAL-28). It takes
 * the place of the form that had the focus, and the focus with it.
 */
export function PinForm({ found, onBack }: PinFormProps) {
  const state = useContractForm(
    schema,
    { sPin: '' },
    async ({ sPin }) => {
      try {
        const message = await redeemCard(found, sPin);
        toast.success(message);
        // Said again after the reload, which would take the notice away half read.
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
  // The dialog takes a focus that was lost to itself, in the next frame.
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
