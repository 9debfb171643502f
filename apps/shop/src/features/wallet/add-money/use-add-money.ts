/** Adds money by card: authorise, pay at the provider, add (OPEN-69). */

import { type Answer, send } from '@giftlane/client/api.ts';
import { ApiError, isRefusal, messageOf } from '@giftlane/client/api-error.ts';
import { apiQuery } from '@giftlane/client/queries.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import type { User } from '@giftlane/contract/members/accounts.ts';
import { formatMoney, fromWire, toWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { newOrderId } from '../../../rooms/checkout/order-draft.ts';
import { refreshMovements } from '../../../rooms/money/refresh-movements.ts';
import { memberQuery } from '../../../session/member.ts';
import { termsQuery } from '../terms.ts';

interface Begun {
  token: string;
  secretToken: string;
  sTopUpId: string;
  sPaymentId: string;
  sOrderId: string;
}

const askEveryMs = 2_000;

/** True when the outcome is unknown: a paid top-up is then credited later. */
const isOpen = (error: unknown) =>
  (error instanceof ApiError && error.status >= 500) ||
  isRefusal(error, 'wallet.token', 'request.throttled');

async function refreshWallet(): Promise<void> {
  await Promise.all([
    refreshMovements(),
    ...[memberQuery.queryKey, termsQuery.queryKey].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  ]);
}

/** Opens a top-up and its payment at the provider. */
async function authorize({ eCurrency }: User, amountMinor: bigint): Promise<Begun> {
  const { data } = await send('POST /wallet/authorize', {
    body: { purpose: 'add', nTotalAmount: toWire(amountMinor), eCurrency },
  });
  const { sTopUpId = '', sPaymentId = '', token, secretToken } = data;
  return { token, secretToken, sTopUpId, sPaymentId, sOrderId: newOrderId() };
}

/** Captures the approved payment into the wallet. */
const add = (
  { token, secretToken, sPaymentId, sOrderId }: Begun,
  { _id, eCurrency }: User,
  amountMinor: bigint,
) =>
  send('POST /wallet/add', {
    headers: { Token: token },
    body: {
      sOrderId,
      sPayerId: _id,
      eCurrency,
      sPaymentId,
      sPaymentToken: '',
      eGateway: 'PayPal',
      nTotalAmount: toWire(amountMinor),
      secretToken,
    },
  });

/** Polls a top-up and passes on each answer; does nothing without an id. */
function useTopUp(
  id: string | undefined,
  onAnswer: (topUp: Answer<'GET /wallet/top-ups/{id}'>['data']) => void,
) {
  const { data: topUp } = useQuery({
    ...apiQuery('GET /wallet/top-ups/{id}', { params: { id: id ?? '' } }),
    enabled: id !== undefined,
    refetchInterval: askEveryMs,
    staleTime: 0,
    gcTime: 0,
    meta: { quiet: true },
  });
  const answered = useEffectEvent(onAnswer);
  useEffect(() => {
    if (topUp) answered(topUp);
  }, [topUp]);
}

/** State and PayPal handlers of adding `amountMinor`; `onDone` is called when it is credited. */
export function useAddMoney(member: User, amountMinor: bigint, onDone: () => void) {
  const begun = useRef<Begun>(undefined);
  const done = useRef(false);
  const [asking, setAsking] = useState<string>();
  const [waiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState('');

  const fail = (message: string) => {
    setWaiting(false);
    setAsking(undefined);
    setProblem(message);
  };
  const succeed = async (message: string) => {
    if (done.current) return;
    done.current = true;
    toast.success(message);
    await refreshWallet();
    onDone();
  };

  useTopUp(asking, (topUp) => {
    if (topUp.eStatus === 'Complete')
      void succeed(
        text('notice.moneyAdded', {
          amount: formatMoney(fromWire(topUp.nTotalAmount), topUp.eCurrency),
        }),
      );
    else if (topUp.eStatus === 'Denied') fail(topUp.sNotice || text('error.addOver'));
  });

  return {
    waiting,
    problem,
    createOrder: async (): Promise<string> => {
      setProblem('');
      try {
        begun.current = await authorize(member, amountMinor);
        return begun.current.sPaymentId;
      } catch (error) {
        fail(messageOf(error));
        throw error; // Closes the provider's window.
      }
    },
    onApprove: async (): Promise<void> => {
      const { current: topUp } = begun;
      if (!topUp) return;
      setWaiting(true);
      try {
        const answer = await add(topUp, member, amountMinor);
        if (answer.status === 202) setAsking(topUp.sTopUpId);
        else await succeed(answer.message);
      } catch (error) {
        if (isOpen(error)) setAsking(topUp.sTopUpId);
        else fail(messageOf(error, text('error.somethingWentWrong')));
      }
    },
    onCancel: () => {
      setProblem(text('pay.cancelled'));
    },
    onError: (error: unknown) => {
      // Refusals of the API are already shown.
      if (!(error instanceof ApiError)) fail(text('error.somethingWentWrong'));
    },
  };
}
