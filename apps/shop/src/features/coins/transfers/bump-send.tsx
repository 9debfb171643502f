import { send } from '@giftlane/client/api.ts';
import { messageOf } from '@giftlane/client/api-error.ts';
import { apiQuery } from '@giftlane/client/queries.ts';
import type { CoinTransfer } from '@giftlane/contract/money/crypto.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { Dialog, DialogClose } from '@giftlane/ui/overlay/dialog.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { coinAmount, coinRateQuery, readCoinsAnew } from '../../../rooms/coins/coins.ts';
import { ProofForm } from '../../../rooms/identity/proof-form.tsx';
import { useMember } from '../../../session/member.ts';
import { minutesText } from '../send/fees.ts';
import { Amount, Receiver, Row, SumList } from '../send/send-sum.tsx';
import { shortAddress } from './words.ts';

interface BumpDialogProps {
  transfer: CoinTransfer;
  onClose: () => void;
}

/** The fee for speeding up, paid after a proof of identity. */
function BumpDialog({ transfer, onClose }: BumpDialogProps) {
  const { id, coin, value, sBumps, outputs } = transfer;
  const quote = useQuery({
    ...apiQuery('GET /crypto/bump/{id}', { params: { id } }),
    meta: { quiet: true },
    retry: false,
  });
  const member = useMember();
  const { data: rate } = useQuery(coinRateQuery(coin));
  const worth = rate && member ? { rates: rate.rates, currency: member.eCurrency } : undefined;
  const pay = async (nMostFee: number) => {
    try {
      const { message } = await send('POST /crypto/bump', { body: { id, nMostFee } });
      toast.success(message);
      onClose();
    } catch (error) {
      toast.failure(messageOf(error));
    } finally {
      readCoinsAnew();
    }
  };
  return (
    <Dialog title={text('coins.bump.title')} intro={text('coins.bump.intro')} onClose={onClose}>
      {quote.isError && <p role="alert">{messageOf(quote.error)}</p>}
      {quote.isPending && <Skeleton className="h-32" />}
      {quote.data && (
        <>
          <SumList>
            {outputs[0] && <Receiver address={outputs[0].address} />}
            {/* A child transaction that only raises a fee sends no coins. */}
            {!sBumps && (
              <Row label={text('coins.send.sum.amount')}>
                <Amount parts={[value]} coin={coin} worth={worth} />
              </Row>
            )}
            <Row label={text('coins.send.sum.time')}>{minutesText(quote.data.nMinutes)}</Row>
            <Row label={text('coins.bump.fee')} strong>
              <Amount parts={[quote.data.nFee]} coin={coin} worth={worth} />
            </Row>
          </SumList>
          <ProofForm
            action={text('coins.bump.action', { amount: coinAmount(quote.data.nFee, coin) })}
            act={() => pay(quote.data.nFee)}
          />
        </>
      )}
      <div className="mt-2 grid">
        <DialogClose>{text('coins.bump.leave')}</DialogClose>
      </div>
    </Dialog>
  );
}

/** Button that speeds up an unconfirmed send. */
export function BumpSend({ transfer }: { transfer: CoinTransfer }) {
  const { coin, value, nFee, sBumps, outputs } = transfer;
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        className="ms-auto"
        aria-label={text('coins.bump.of', {
          amount: coinAmount(sBumps ? nFee : value, coin),
          address: shortAddress(outputs[0]?.address ?? ''),
        })}
        onClick={() => setOpen(true)}
      >
        {text('coins.bump')}
      </Button>
      {open && <BumpDialog transfer={transfer} onClose={() => setOpen(false)} />}
    </>
  );
}
