import { formatMoney, fromWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Copy } from 'lucide-react';
import { copy } from '../../rooms/pages/copy.ts';
import { type Points, pointsText } from './queries.ts';

const copyLink = (link: string) =>
  copy(link, text('friends.copied'), text('wallet.address.copyFailed'));

/** What friends bring, the link to give them, and how many came over it. */
export function Friends({ points: { oFriends, eCurrency } }: { points: Points }) {
  const { sCode, nPoints, nLeastPurchase, nWaitDays, nPerYear } = oFriends;
  const link = `${location.origin}/?friend=${sCode}`;
  const counts = [
    [text('friends.invited'), oFriends.nInvited],
    [text('friends.waiting'), oFriends.nWaiting],
    [text('friends.paid'), oFriends.nPaid],
  ] as const;
  const terms = {
    points: pointsText(nPoints),
    // One is worth a minor unit.
    worth: formatMoney(BigInt(nPoints), eCurrency),
    amount: formatMoney(fromWire(nLeastPurchase), eCurrency),
    days: nWaitDays,
    limit: nPerYear,
  };
  return (
    <section
      aria-labelledby="points-friends"
      className="rounded-panel border border-line bg-surface p-5"
    >
      <h2 id="points-friends" className="text-17 font-semibold">
        {text('friends.title')}
      </h2>
      <p className="mt-2 text-15 text-soft">
        {nPoints > 0 ? text('friends.text', terms) : text('friends.off')}
      </p>
      <p className="mt-4 text-13 font-medium">{text('friends.link')}</p>
      <p className="mt-1 rounded-control bg-sunken px-3 py-2 break-all font-code text-13">{link}</p>
      <Button className="mt-3 w-full" onClick={() => void copyLink(link)}>
        <Copy aria-hidden="true" className="size-4" />
        {text('friends.copy')}
      </Button>
      {oFriends.nInvited > 0 ? (
        <dl className="mt-4 border-t border-line">
          {counts.map(([label, count]) => (
            <div key={label} className="flex justify-between border-b border-line py-2 text-15">
              <dt className="text-soft">{label}</dt>
              <dd className="font-semibold tabular-nums">{count}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="mt-4 text-13 text-soft">{text('friends.none')}</p>
      )}
      {nPoints > 0 && <p className="mt-4 text-13 text-soft">{text('friends.conditions')}</p>}
    </section>
  );
}
