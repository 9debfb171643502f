import { messageOf } from '@giftlane/client/api-error.ts';
import type { CoinWallet } from '@giftlane/contract/money/coin-wallet.ts';
import { longestComment } from '@giftlane/contract/money/coins.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { TextField } from '@giftlane/ui/form/field.tsx';
import { DialogEnd } from '@giftlane/ui/overlay/dialog.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useEffect, useRef, useState } from 'react';
import { balanceUnits, coinText, unitsTyped, type Worth } from '../../../rooms/coins/coins.ts';
import { AddressField } from './address-field.tsx';
import { AmountField } from './amount-field.tsx';
import { type Choice, type CoinSendDraft, checkDraft, receiverTyped } from './draft.ts';
import { FeeChoice } from './fee-choice.tsx';
import { type Problems, problemsOf } from './send.ts';
import { useFees } from './use-fees.ts';

interface SendWhatProps {
  wallet: CoinWallet;
  worth: Worth | undefined;
  draft: CoinSendDraft;
  problems: Problems;
  onDraft: (next: (now: CoinSendDraft) => CoinSendDraft) => void;
  onProblems: (problems: Problems) => void;
  onNext: (choice: Choice) => void;
}

/** Checks the send and goes on to the confirmation; else focuses the first invalid field. */
function useTry({ wallet, draft, onDraft, onProblems, onNext }: SendWhatProps) {
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [tries, setTries] = useState(0);
  // After a try, and when this step is shown again with problems; not while they are being corrected.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  const go = async () => {
    if (busy) return;
    setBusy(true);
    try {
      const found = await checkDraft(wallet.coin, draft);
      if ('quote' in found) {
        // Coming back shows the amount of the whole balance; other changes typed meanwhile are kept.
        if (draft.all) onDraft((now) => ({ ...now, amount: coinText(found.units) }));
        onNext(found);
      } else onProblems(found);
    } catch (error) {
      const found = problemsOf(error);
      if (found) onProblems(found);
      else toast.failure(messageOf(error));
    }
    setBusy(false);
    setTries(tries + 1);
  };
  return { form, busy, go };
}

/** Receiver, amount and fee of a send, checked by the server before the confirmation. */
export function SendWhat(props: SendWhatProps) {
  const { wallet, worth, draft, problems, onDraft, onProblems } = props;
  const { coin } = wallet;
  const { all, fee } = draft;
  const address = draft.address.trim();
  const { form, busy, go } = useTry(props);
  // The address is checked on blur, not while it is typed.
  const [judged, setJudged] = useState(address);
  const typed = unitsTyped(draft.amount);
  const fees = useFees({ coin, units: typed ?? 0, address: judged, all, fee });
  const level = fees.quotes?.find(({ eFee }) => eFee === fee);
  const units = all ? level?.nMost : typed;
  const isShort = units !== undefined && level !== undefined && units > level.nMost;
  /** Changes the draft and clears the problem of the changed field. */
  const change = (part: Partial<CoinSendDraft>, mended?: keyof Problems) => {
    onDraft((now) => ({ ...now, ...part }));
    if (mended && problems[mended]) onProblems({ ...problems, [mended]: undefined });
  };
  /** Takes over an address, or a payment link with an address and perhaps an amount. */
  const putWhole = (typed: string) => {
    const receiver = receiverTyped(coin, typed);
    if (receiver.address !== draft.address) change(receiver, 'address');
    setJudged(receiver.address.trim());
  };
  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-5 max-sm:[&_:is(input,button)]:scroll-mb-24"
      onSubmit={(event) => {
        event.preventDefault();
        void go();
      }}
    >
      <AddressField
        coin={coin}
        address={draft.address}
        error={problems.address ?? (judged === address ? fees.addressProblem : undefined)}
        onType={(typed) => change({ address: typed }, 'address')}
        onWhole={putWhole}
      />
      <AmountField
        coin={coin}
        have={balanceUnits(wallet) ?? 0}
        units={units}
        worth={worth}
        draft={draft}
        error={problems.amount ?? (isShort ? text('pay.coinBalanceTooLow', { coin }) : undefined)}
        onChange={(part) => change(part, 'amount')}
      />
      {fees.failed ? (
        <div className="flex flex-wrap items-center justify-between gap-2 text-13">
          <p>{text('coins.send.fee.failed')}</p>
          <Button size="small" onClick={fees.again}>
            {text('ui.tryAgain')}
          </Button>
        </div>
      ) : (
        <FeeChoice
          coin={coin}
          quotes={fees.quotes}
          chosen={fee}
          worth={worth}
          onChoose={(next) => change({ fee: next })}
        />
      )}
      <TextField
        label={text('coins.send.comment')}
        optional
        help={text('coins.send.comment.help')}
        maxLength={longestComment}
        value={draft.comment}
        onChange={(event) => change({ comment: event.target.value })}
      />
      <DialogEnd>
        <Button type="submit" look="primary" className="w-full" busy={busy}>
          {text('wallet.send.next')}
        </Button>
      </DialogEnd>
    </form>
  );
}
