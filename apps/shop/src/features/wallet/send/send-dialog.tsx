import type { User } from '@giftlane/contract/members/accounts.ts';
import type { SearchedUser } from '@giftlane/contract/members/people.ts';
import { formatMoney } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Dialog } from '@giftlane/ui/overlay/dialog.tsx';
import { useState } from 'react';
import { Money } from '../../../rooms/money/money.tsx';
import { SumRow } from '../../../rooms/money/totals-list.tsx';
import { amountOf } from '../use-amount.ts';
import { FindPerson } from './find-person.tsx';
import { openSends } from './open-sends.ts';
import { Person } from './person.tsx';
import { SendAmount } from './send-amount.tsx';
import { SendConfirm } from './send-confirm.tsx';

interface SendDialogProps {
  member: User;
  /** Available balance (WAL-11), minor units. */
  balance: bigint;
  onClose: () => void;
}

type Step = 'who' | 'amount' | 'confirm';

/** Sends money to another member in three steps: receiver, amount, confirmation. */
export default function SendDialog({ member, balance, onClose }: SendDialogProps) {
  const [left] = useState(() => openSends.read(member._id));
  const [openPair, setOpenPair] = useState(left?.pair);
  const [step, setStep] = useState<Step>(left ? 'confirm' : 'who');
  const [person, setPerson] = useState<SearchedUser | undefined>(left?.person);
  const [draft, setDraft] = useState(left?.draft ?? { amount: '', note: '' });
  const amountMinor = amountOf(draft.amount) ?? 0n;
  const words = {
    amount: formatMoney(amountMinor, member.eCurrency),
    name: person?.sFullName ?? '',
  };
  const back = (to: Step) => (
    <Button look="quiet" className="mt-2 w-full" onClick={() => setStep(to)}>
      {text('kyc.wizard.back')}
    </Button>
  );
  const ask = () =>
    openPair ? text('wallet.send.unknown', words) : text('wallet.send.confirm', words);
  return (
    <Dialog
      title={text('wallet.send.title')}
      intro={step === 'confirm' ? ask() : undefined}
      onClose={onClose}
    >
      {step !== 'who' && person && (
        <div className="mb-4 rounded-control bg-sunken p-3">
          <Person person={person} />
          {step === 'confirm' && (
            <>
              <p className="mt-3 font-display text-28 font-semibold tabular-nums">{words.amount}</p>
              {draft.note.trim() && <p className="text-13 text-soft">“{draft.note.trim()}”</p>}
              {!openPair && (
                <dl className="mt-3 border-t border-edge pt-2">
                  <SumRow label={text('wallet.after')}>
                    <Money minor={balance - amountMinor} currency={member.eCurrency} />
                  </SumRow>
                </dl>
              )}
            </>
          )}
        </div>
      )}
      {step === 'who' && (
        <FindPerson
          member={member}
          onFound={(found) => {
            setPerson(found);
            setStep('amount');
          }}
        />
      )}
      {step === 'amount' && (
        <>
          <SendAmount
            member={member}
            balance={balance}
            draft={draft}
            onNext={(next) => {
              setDraft(next);
              setStep('confirm');
            }}
          />
          {back('who')}
        </>
      )}
      {step === 'confirm' && person && (
        <SendConfirm
          owner={member._id}
          what={{ person, draft }}
          amountMinor={amountMinor}
          openPair={openPair}
          onOpen={setOpenPair}
          action={text('wallet.send.action', words)}
        >
          {!openPair && back('amount')}
        </SendConfirm>
      )}
    </Dialog>
  );
}
