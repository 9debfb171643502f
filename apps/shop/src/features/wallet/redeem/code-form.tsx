import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { voucherCodeSchema } from '@giftlane/contract/money/wallet.ts';
import { text } from '@giftlane/texts/text.ts';
import { TextField } from '@giftlane/ui/form/field.tsx';
import * as z from 'zod';
import { type FoundCard, lookUp, obstacleOf } from './redeem.ts';

const schema = z.strictObject({ sCode: voucherCodeSchema });

interface RedeemCodeFormProps {
  currency: Currency;
  /** The code typed before. */
  sCode: string;
  onFound: (card: FoundCard, typed: string) => void;
}

/** Form that looks up a voucher code (WAL-27, WAL-29 to WAL-31). */
export function RedeemCodeForm({ currency, sCode, onFound }: RedeemCodeFormProps) {
  const state = useContractForm(
    schema,
    { sCode },
    async (typed) => {
      const card = await lookUp(typed.sCode);
      const message = obstacleOf(card, currency);
      if (message) state.form.setError('sCode', { message }, { shouldFocus: true });
      else onFound(card, state.form.getValues('sCode').trim());
    },
    { 'wallet.redeem_not_found': 'sCode', 'wallet.redeem_locked': 'sCode' },
  );
  return (
    <Form state={state} action={text('wallet.redeem.lookUp')}>
      <TextField
        {...state.field('sCode')}
        autoFocus
        label={text('wallet.redeem.code')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        className="font-code"
      />
    </Form>
  );
}
