import { isRefusal } from '@giftlane/client/api-error.ts';
import type { CoinWallet } from '@giftlane/contract/money/coin-wallet.ts';
import type { Currency } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Dialog } from '@giftlane/ui/overlay/dialog.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useEffect, useState } from 'react';
import { newOrderId } from '../../../rooms/checkout/order-draft.ts';
import { coinAmount, type Rates, readCoinsAnew } from '../../../rooms/coins/coins.ts';
import { ProofForm } from '../../../rooms/identity/proof-form.tsx';
import { type Choice, type CoinSendDraft, emptyDraft } from './draft.ts';
import { type Problems, problemsOf, sendCoins } from './send.ts';
import { sendDrafts } from './send-drafts.ts';
import { SendSum } from './send-sum.tsx';
import { SendWhat } from './send-what.tsx';

interface SendDialogProps {
  /** The member's id. */
  owner: string;
  wallet: CoinWallet;
  /** The coin's price by currency (COIN-05); undefined when unknown. */
  rates: Rates | undefined;
  currency: Currency;
  onClose: () => void;
}

/** Sends coins: receiver, amount and fee, then a confirmation with the password. */
export default function SendDialog(props: SendDialogProps) {
  const { owner, wallet, rates, currency, onClose } = props;
  const { coin, name } = wallet;
  const [{ requestId, draft }, setKept] = useState(() => {
    const left = sendDrafts.read(owner);
    return left?.coin === coin ? left : { coin, requestId: newOrderId(), draft: emptyDraft };
  });
  // Stores the draft for a reload.
  useEffect(() => {
    if (draft !== emptyDraft) sendDrafts.keep(owner, { coin, requestId, draft });
  }, [owner, coin, requestId, draft]);
  const change = (next: (now: CoinSendDraft) => CoinSendDraft) =>
    setKept((kept) => ({ ...kept, draft: next(kept.draft) }));
  const [choice, setChoice] = useState<Choice>();
  const [problems, setProblems] = useState<Problems>({});
  const [address, comment] = [draft.address.trim(), draft.comment.trim()];
  const worth = rates && { rates, currency };

  const sendOnce = async ({ units, quote }: Choice) => {
    try {
      const sending = { coin, units, address, comment, requestId, fee: quote.eFee };
      toast.success(await sendCoins(sending));
      sendDrafts.forget();
      onClose();
    } catch (error) {
      // Errors of a field are shown at it. Others are only logged (ERR-17, OPEN-48): the dialog stays open, and a
      // send that was made appears in the list.
      const found = problemsOf(error);
      if (!found) console.warn('Coins were not sent:', error);
      else {
        setProblems(found);
        setChoice(undefined);
        // The key was used for another send, which the message tells.
        if (isRefusal(error, 'coins.other_content'))
          setKept((kept) => ({ ...kept, requestId: newOrderId() }));
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
          onDraft={change}
          onProblems={setProblems}
          onNext={setChoice}
        />
      )}
    </Dialog>
  );
}
