import { send } from '@giftlane/client/api.ts';
import { messageOf } from '@giftlane/client/api-error.ts';
import { apiKey } from '@giftlane/client/queries.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import { formatMoney } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { TextField } from '@giftlane/ui/form/field.tsx';
import { Dialog } from '@giftlane/ui/overlay/dialog.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useRef, useState } from 'react';
import { newOrderId } from '../../rooms/checkout/order-draft.ts';
import { refreshMovements } from '../../rooms/money/refresh-movements.ts';
import { amountIn, typedAmount } from '../../rooms/money/typed-amount.ts';
import { memberQuery } from '../../session/member.ts';
import { type Points, pointsQuery, pointsText } from './queries.ts';

/** The idempotency key of a number of points: a repeat after a lost answer spends once. */
interface Press {
  points: number;
  key: string;
}

const refresh = () =>
  Promise.all([
    refreshMovements(),
    ...[memberQuery.queryKey, pointsQuery.queryKey, apiKey('GET /points/history')].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  ]);

/** The problem of a number of points; empty for none. */
function problemOf(points: number, { nPoints, nLeast }: Points): string {
  if (points < Math.max(1, nLeast))
    return text('error.pointsTooFew', { least: pointsText(nLeast) });
  return points > nPoints ? text('error.pointsShort') : '';
}

/** Converts points into wallet money, once however often it is tried. */
export default function SpendDialog({ points, onClose }: { points: Points; onClose: () => void }) {
  const [typed, setTyped] = useState(String(points.nPoints));
  const [error, setError] = useState('');
  const [sending, setSending] = useState(false);
  const press = useRef<Press>(undefined);
  const number = Number(amountIn(typed, 0) ?? 0n);
  const amount = formatMoney(BigInt(number), points.eCurrency);
  const spend = async () => {
    const problem = problemOf(number, points);
    setError(problem);
    if (problem) return;
    if (press.current?.points !== number) press.current = { points: number, key: newOrderId() };
    setSending(true);
    try {
      const body = { nPoints: number, sKey: press.current.key };
      const { message } = await send('POST /points/spend', { body });
      toast.success(message);
      await refresh();
      onClose();
    } catch (cause) {
      setError(messageOf(cause));
      setSending(false);
    }
  };
  return (
    <Dialog title={text('points.spend.title')} intro={text('points.spend.intro')} onClose={onClose}>
      <form
        noValidate
        className="space-y-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!sending) void spend();
        }}
      >
        <TextField
          autoFocus
          label={text('points.spend.field')}
          help={text('points.spend.help', {
            points: pointsText(points.nPoints),
            one: formatMoney(1n, points.eCurrency),
          })}
          error={error}
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          className="text-21 font-semibold tabular-nums"
          value={typed}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setTyped(typedAmount(event.target.value));
            setError('');
          }}
        />
        <Button type="submit" look="primary" className="w-full" busy={sending}>
          {text('points.spend.action', { amount })}
        </Button>
      </form>
    </Dialog>
  );
}
