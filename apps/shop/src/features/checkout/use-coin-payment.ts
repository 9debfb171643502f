import { send } from '@giftlane/client/api.ts';
import { ApiError, isRefusal } from '@giftlane/client/api-error.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import type { CoinWallet } from '@giftlane/contract/money/coin-wallet.ts';
import type { CoinTransfer } from '@giftlane/contract/money/crypto.ts';
import { useState } from 'react';
import type { CoinsSent } from '../../rooms/checkout/checkout-store.ts';
import { isCoinGateway } from '../../rooms/checkout/coin-payment.ts';
import { readCoinsAnew } from '../../rooms/coins/coins.ts';
import { type InitiatedOrder, orderQuery } from '../../rooms/orders/orders.ts';
import type { useCheckout } from './use-checkout.ts';

/** What the form itself has an answer to: the password that was typed, or that more is asked for. */
const isOfProof = (error: unknown) =>
  isRefusal(error, 'account.unproven', 'account.wrong_password') ||
  (error instanceof ApiError && error.fields.some(({ field }) => field === 'password'));

/** Sending the coins of an order and telling the order (PAY-10 to PAY-12, API-43). */
export function useCoinPayment(steps: ReturnType<typeof useCheckout>) {
  const { checkout, keep } = steps;
  const { sOrderId, eGateway } = checkout.draft;
  const [paying, setPaying] = useState(false);

  const confirm = async (sent: CoinsSent, txid: string) => {
    if (!isCoinGateway(eGateway)) return;
    queryClient.removeQueries({ queryKey: orderQuery(sOrderId).queryKey });
    const paid = { ...checkout, phase: 'paid' as const, sPaymentId: txid, sent };
    keep(paid);
    try {
      const { status } = await send('POST /transaction/confirmCrypto', {
        body: {
          iId: sent.transferId,
          sOrderId,
          sPayerId: sent.walletId,
          sPaymentId: txid,
          eGateway,
        },
      });
      if (status === 202) steps.wait(paid);
      else await steps.succeed('');
    } catch {
      steps.wait(paid); // The coins are sent: the order itself says what becomes of it.
    }
  };

  const explain = async (error: unknown) => {
    if (isOfProof(error)) throw error;
    // Nobody has said that nothing was sent.
    const open = error instanceof ApiError && error.status >= 500;
    if (open && (await steps.foundPaid())) return;
    steps.explain(error);
  };

  /**
   * Sends what the quote asks for. It has no key of its own to be safe to repeat: it is the only payment of its
   * order however often it is sent, and a key would answer a transfer that failed for ever.
   */
  const sendCoins = async (
    wallet: CoinWallet,
    { nCoinAmount = 0, sReceiveAddress = '' }: InitiatedOrder,
    password: string | undefined,
  ): Promise<CoinTransfer> => {
    const { data } = await send('POST /crypto/sendcoin', {
      body: {
        coin: wallet.coin,
        amount: nCoinAmount,
        receiveAddress: sReceiveAddress,
        purpose: 'payment',
        ...(password !== undefined && { password }),
      },
    });
    return data;
  };

  return {
    paying,
    /** Enough has come from elsewhere: from now on the order says what becomes of it. */
    noticeSeen: () => {
      queryClient.removeQueries({ queryKey: orderQuery(sOrderId).queryKey });
      steps.wait({ ...checkout, phase: 'paid' });
    },
    /** After a reload that came between sending and telling; where the answer was lost, the order is asked. */
    resume: () => {
      if (checkout.sent) void confirm(checkout.sent, checkout.sPaymentId);
      else steps.wait(checkout);
    },
    /** Refuses what the form has to ask for; anything else is said on the page (ERR-10). */
    pay: async (wallet: CoinWallet, begun: InitiatedOrder, password?: string) => {
      steps.startAnew();
      setPaying(true);
      try {
        const { id, txid } = await sendCoins(wallet, begun, password);
        // The button that was pressed goes with its form.
        document.querySelector('main')?.focus({ preventScroll: true });
        await confirm({ transferId: id, walletId: wallet.walletId }, txid);
      } catch (error) {
        await explain(error);
      } finally {
        setPaying(false);
        readCoinsAnew();
      }
    },
  };
}
