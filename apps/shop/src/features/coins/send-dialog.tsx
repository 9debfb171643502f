import type { CoinWallet } from '@giftlane/contract/coin-wallet.ts';
import { text } from '@giftlane/contract/messages.ts';
import type { Currency } from '@giftlane/contract/money.ts';
import { useState } from 'react';
import { coinAmount, type Rates, readCoinsAnew } from '../../parts/coins.ts';
import { newOrderId } from '../../parts/order-draft.ts';
import { ProofForm } from '../../parts/proof-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast-queue.ts';
import { type Choice, emptyDraft } from './draft.ts';
import { type Problems, problemsOf, sendOut } from './send.ts';
import { SendSum } from './send-sum.tsx';
import { SendWhat } from './send-what.tsx';

interface SendDialogProps {
  wallet: CoinWallet;
  /** What a coin costs (COIN-05); unknown where nobody can say. */
  rates: Rates | undefined;
  currency: Currency;
  onClose: () => void;
}

/** Sends coins: where to, how much and how soon, and all of it once more before the password. */
export default function SendDialog({ wallet, rates, currency, onClose }: SendDialogProps) {
  const { coin, name } = wallet;
  const [requestId] = useState(newOrderId);
  const [draft, setDraft] = useState(emptyDraft);
  const [choice, setChoice] = useState<Choice>();
  const [problems, setProblems] = useState<Problems>({});
  const [address, comment] = [draft.address.trim(), draft.comment.trim()];
  const worth = rates && { rates, currency };

  const sendOnce = async ({ units, quote }: Choice) => {
    try {
      const sending = { coin, units, address, comment, requestId, fee: quote.eFee };
      toast.success(await sendOut(sending));
      onClose();
    } catch (error) {
      // What was typed wrong is told at its field. Anything else is only logged (ERR-17, decision 48): the
      // dialog stays as it is, and a send that was made stands in the list.
      const found = problemsOf(error);
      if (!found) console.warn('Coins were not sent:', error);
      else {
        setProblems(found);
        setChoice(undefined);
      }
    } finally {
      readCoinsAnew();
    }
  };
  return (
    <Dialog
      title={text('coins.send.title', { name })}
      intro={choice && text('coins.send.confirm')}
      onClose={onClose}
    >
      {choice ? (
        <>
          <SendSum
            coin={coin}
            units={choice.units}
            quote={choice.quote}
            address={address}
            comment={comment}
            worth={worth}
          />
          <ProofForm
            action={text('coins.send.action', { amount: coinAmount(choice.units, coin) })}
            act={() => sendOnce(choice)}
          />
          <Button look="quiet" className="mt-2 w-full" onClick={() => setChoice(undefined)}>
            {text('kyc.wizard.back')}
          </Button>
        </>
      ) : (
        <SendWhat
          wallet={wallet}
          worth={worth}
          draft={draft}
          problems={problems}
          onDraft={setDraft}
          onProblems={setProblems}
          onNext={setChoice}
        />
      )}
    </Dialog>
  );
}
