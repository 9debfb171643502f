import { text } from '@giftlane/contract/messages.ts';
import type { Currency } from '@giftlane/contract/money.ts';
import { voucherCodeSchema } from '@giftlane/contract/wallet.ts';
import * as z from 'zod';
import { isRefusal } from '../../lib/api-error.ts';
import { TextField } from '../../ui/field.tsx';
import { Form, useContractForm } from '../../ui/form.tsx';
import { type FoundCard, lookUp, obstacleOf } from './redeem.ts';

const schema = z.strictObject({ sCode: voucherCodeSchema });

interface CodeFormProps {
  currency: Currency;
  /** What was typed before. */
  sCode: string;
  onFound: (card: FoundCard, typed: string) => void;
}

/** Asks for the code and looks it up (WAL-27, WAL-29 to WAL-31). */
export function CodeForm({ currency, sCode, onFound }: CodeFormProps) {
  const state = useContractForm(schema, { sCode }, async (typed) => {
    const refuse = (message: string) =>
      state.form.setError('sCode', { message }, { shouldFocus: true });
    try {
      const card = await lookUp(typed.sCode);
      const obstacle = obstacleOf(card, currency);
      if (obstacle) refuse(obstacle);
      else onFound(card, state.form.getValues('sCode').trim());
    } catch (error) {
      if (!isRefusal(error, 'wallet.redeem_not_found', 'wallet.redeem_locked')) throw error;
      refuse(error.message);
    }
  });
  return (
    <Form state={state} action={text('wallet.redeem.lookUp')}>
      <TextField
        {...state.form.register('sCode')}
        autoFocus
        label={text('wallet.redeem.code')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="font-code"
        error={state.errorOf('sCode')}
      />
    </Form>
  );
}
