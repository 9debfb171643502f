import { text } from '@giftlane/contract/messages.ts';
import { fromWire } from '@giftlane/contract/money.ts';
import type { Order } from '@giftlane/contract/orders.ts';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { CardArt } from '../../parts/card-art.tsx';
import { Money } from '../../parts/money.tsx';
import { OrderHead } from './order-head.tsx';

type Line = Order['aCartData'][number];

interface PictureProps {
  address: string;
  label: string;
  /** The address works for a few minutes; another one is asked for when it does not any more. */
  onGone: () => void;
}

/** One of the uploaded pictures (ORD-11); a press shows it whole. */
function Picture({ address, label, onGone }: PictureProps) {
  const [gone, setGone] = useState<string>();
  return (
    <a
      href={address}
      target="_blank"
      rel="noreferrer"
      className="block overflow-hidden rounded-small border border-line bg-sunken"
    >
      {gone === address ? (
        <span className="flex aspect-(--card-ratio) items-center justify-center text-soft">
          <ImageOff aria-hidden="true" className="size-5" />
          <span className="sr-only">{label}</span>
        </span>
      ) : (
        <img
          src={address}
          alt={label}
          loading="lazy"
          className="aspect-(--card-ratio) w-full object-cover"
          onError={() => {
            setGone(address);
            onGone();
          }}
        />
      )}
    </a>
  );
}

function Pictures({
  images,
  onGone,
}: {
  images: NonNullable<Line['aImages']>;
  onGone: () => void;
}) {
  const pictures = [
    { address: images.imgFront, label: text('sell.picture.frontShort') },
    { address: images.imgBack, label: text('sell.picture.backShort') },
    { address: images.imgPurchaseReceipt, label: text('sell.picture.receiptShort') },
  ];
  return (
    <ul className="grid max-w-form grid-cols-3 gap-2" aria-label={text('sell.pictures')}>
      {pictures.map(({ address, label }) => (
        <li key={label}>
          <Picture address={address} label={label} onGone={onGone} />
          <p aria-hidden="true" className="mt-1 text-13 text-soft">
            {label}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** A card that is sold: what it is, for how much, and its pictures. */
function SoldLine({ line, alone, onGone }: { line: Line; alone: boolean; onGone: () => void }) {
  // In the list it stands below the heading of its order.
  const Name = alone ? 'h2' : 'h3';
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 gap-y-4 border-t border-line py-5 md:grid-cols-[7rem_minmax(0,1fr)_minmax(0,1.2fr)] md:gap-x-6">
      <CardArt banner={line.sBanner} title={line.sTitle} className="self-start" />
      <div className="min-w-0">
        <Name className="text-17">{line.sTitle}</Name>
        <p className="text-13 text-soft tabular-nums">
          {text('sell.line', { quantity: line.nQuantity })}{' '}
          <Money minor={fromWire(line.nPrice)} currency={line.eCurrency} />
        </p>
      </div>
      {line.aImages && (
        <div className="col-span-2 md:col-span-1">
          <Pictures images={line.aImages} onGone={onGone} />
        </div>
      )}
    </li>
  );
}

/** What becomes of an offer, in a sentence. */
function outcomeOf({ eStatus, eGateway }: Order): string | undefined {
  if (eStatus === 'Pending') return text('sell.outcome.pending');
  if (eStatus === 'Declined') return text('sell.outcome.declined');
  return eStatus === 'Paid' && eGateway === 'Wallet' ? text('sell.outcome.paid') : undefined;
}

interface SellOrderProps {
  order: Order;
  /** A picture can not be seen any more. */
  onGone: () => void;
}

/** One sell order of the list. */
export function SellOrder(props: SellOrderProps) {
  return (
    <article className="rounded-panel border border-line bg-surface px-4 md:px-6">
      <OrderHead order={props.order} />
      <Story {...props} alone={false} />
    </article>
  );
}

/** One sell order on its page. */
export function SoldOrder(props: SellOrderProps) {
  return (
    <article className="rounded-panel border border-line bg-surface px-4 pt-4 *:first:border-t-0 md:px-6">
      <Story {...props} alone />
    </article>
  );
}

/** What was decided and why, the cards with their pictures, what is paid for them (ORD-11, ORD-12). */
function Story({ order, alone, onGone }: SellOrderProps & { alone: boolean }) {
  const outcome = outcomeOf(order);
  const feesMinor = order.aExtraCharges.reduce((sum, { amount }) => sum + fromWire(amount), 0n);
  return (
    <>
      {order.sNotice && (
        <p className="mb-4 rounded-small bg-amber-tint px-3 py-2 text-15">
          <span className="font-semibold">{text('sell.notice')}</span> {order.sNotice}
        </p>
      )}
      <ul>
        {order.aCartData.map((line) => (
          <SoldLine key={line._id} line={line} alone={alone} onGone={onGone} />
        ))}
      </ul>
      <p className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-t border-line py-4 text-13 text-soft">
        <span>
          {text('sell.summary.fee')} <Money minor={feesMinor} currency={order.eCurrency} />
        </span>
        {outcome && <span>{outcome}</span>}
      </p>
    </>
  );
}
