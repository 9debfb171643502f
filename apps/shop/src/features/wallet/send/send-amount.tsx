import type { User } from '@giftlane/contract/members/accounts.ts';
import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import { longestNote } from '@giftlane/contract/money/wallet.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { TextField } from '@giftlane/ui/form/field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { termsQuery } from '../terms.ts';
import { useAmount } from '../use-amount.ts';

export interface MoneySendDraft {
  amount: string;
  note: string;
}

interface SendAmountProps {
  member: User;
  balance: bigint;
  draft: MoneySendDraft;
  onNext: (draft: MoneySendDraft) => void;
}

/** Amount and note; the button tells when the balance is too low (WAL-32). */
export function SendAmount({ member, balance, draft, onNext }: SendAmountProps) {
  const { typed: amount, minor, field } = useAmount(draft.amount);
  const [note, setNote] = useState(draft.note);
  const { data: terms } = useQuery(termsQuery);
  const short = minor === undefined || minor > balance;
  const money = (value: bigint) => formatMoney(value, member.eCurrency);
  const leftMinor = terms?.oSend && fromWire(terms.oSend.nLeft);
  const help =
    leftMinor !== undefined && leftMinor < balance
      ? text('wallet.send.balanceAndLimit', { balance: money(balance), left: money(leftMinor) })
      : text('wallet.send.balance', { balance: money(balance) });
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!short) onNext({ amount, note });
      }}
    >
      <TextField
        {...field}
        autoFocus
        label={text('wallet.send.amount')}
        help={help}
        className="text-21 font-semibold tabular-nums"
      />
      <TextField
        label={text('wallet.send.note')}
        optional
        maxLength={longestNote}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button type="submit" look="primary" className="w-full" disabled={short}>
        {text(short ? 'wallet.send.balanceTooLow' : 'wallet.send.next')}
      </Button>
    </form>
  );
}
