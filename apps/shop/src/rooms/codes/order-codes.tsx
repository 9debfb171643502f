import { isAway } from '@giftlane/client/api-error.ts';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { apiQuery } from '@giftlane/client/queries.ts';
import type { Order } from '@giftlane/contract/shop/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { Disclosure } from '@giftlane/ui/controls/disclosure.tsx';
import { Pager } from '@giftlane/ui/controls/pager.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { Prose } from '@giftlane/ui/layout/prose.tsx';
import { repeat, Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { brandsOf } from '../orders/order-title.ts';
import { AllCodes } from './all-codes.tsx';
import { type CardCode, CodeReveal, type RevealedCode } from './code-reveal.tsx';

type OrderLine = Order['aCartData'][number];

/** Up to this many codes of a line are shown as cards, more are collapsed. */
const maxCards = 3;
const codesPerPage = 10;

/** True when the codes of a line are shown as cards, with the brand's art. */
export const showsCards = ({ nCodes }: OrderLine): boolean => nCodes > 0 && nCodes <= maxCards;

/** Maximum of codes of one reveal call. */
const maxPerCall = 20;

/** The revealed codes of an order, in component state only: they are in no cache. */
export function useRevealedCodes({ sOrderId, aCartData }: Order) {
  const [open, setOpen] = useState<ReadonlyMap<string, RevealedCode>>(new Map());
  const lines = aCartData.filter(({ nCodes }) => nCodes > 0);
  const codes = lines.flatMap(({ aCardCode }) => aCardCode);
  return {
    orderNumber: sOrderId,
    open,
    show: (more: readonly RevealedCode[]) =>
      setOpen((before) => new Map([...before, ...more.map((one) => [one._id, one] as const)])),
    /** Several lines whose codes are all shown: one button reveals them all. */
    asOne: lines.length > 1 && lines.every(showsCards) && codes.length <= maxPerCall,
    codes,
  };
}

export type RevealedCodes = ReturnType<typeof useRevealedCodes>;

/** Splits codes into revealed and masked ones, in their order. */
const split = (codes: readonly CardCode[], { open }: RevealedCodes) => ({
  shown: codes.flatMap(({ _id }) => open.get(_id)?.sOrderContent ?? []),
  covered: codes.filter(({ _id }) => !open.has(_id)),
});

/** The button that reveals all codes of an order with several lines. */
export function RevealAll({ order, opened }: { order: Order; opened: RevealedCodes }) {
  if (!opened.asOne) return null;
  return (
    <div className="-mb-4 pt-4 md:pt-6">
      <AllCodes
        orderId={order._id}
        title={brandsOf(order)}
        heading={<h2 className="text-17">{text('orders.codes.title')}</h2>}
        {...split(opened.codes, opened)}
        onOpen={opened.show}
      />
    </div>
  );
}

interface CodesProps {
  orderId: string;
  line: OrderLine;
  codes: readonly CardCode[];
  opened: RevealedCodes;
  lead: boolean;
  brief: boolean;
  /** Called when a code is revealed. */
  onShown: () => void;
}

function Codes({ orderId, line, codes, opened, lead, brief, onShown }: CodesProps) {
  const show = (more: readonly RevealedCode[]) => {
    onShown();
    opened.show(more);
  };
  const few = showsCards(line) && !brief;
  const { shown, covered } = split(codes, opened);
  // Such as a code that came in the place of one that did not work.
  const next = covered.find(({ dViewedAt }) => !dViewedAt) ?? covered[0];
  return (
    <>
      {/* A new page of codes starts a new reveal. */}
      {!opened.asOne && (
        <AllCodes
          key={codes[0]?._id}
          orderId={orderId}
          title={line.sTitle}
          heading={few && <h3 className="text-17">{text('orders.codes.title')}</h3>}
          shown={shown}
          covered={covered}
          onOpen={show}
        />
      )}
      <ul aria-label={text('orders.codes')} className={cx(few && 'grid gap-6 sm:gap-4')}>
        {codes.map((code) => (
          <CodeReveal
            key={code._id}
            orderId={orderId}
            orderNumber={opened.orderNumber}
            code={code}
            open={opened.open.get(code._id)}
            onOpen={(one) => show([one])}
            picture={few ? { banner: line.sBanner, title: line.sTitle } : undefined}
            lead={lead && code === next}
          />
        ))}
      </ul>
    </>
  );
}

/** The codes of a line, page by page. */
function PagedCodes(props: Omit<CodesProps, 'codes'>) {
  const { orderId, line } = props;
  const [page, setPage] = useState(1);
  const query = useQuery({
    ...apiQuery('GET /transactions/{id}/codes', {
      params: { id: orderId },
      query: { line: line._id, page, limit: codesPerPage },
    }),
    placeholderData: keepPreviousData,
  });
  // Offline, the first codes are those of the order itself.
  const known = isAway(query.error) && page === 1 ? line.aCardCode : [];
  const codes = query.data ?? known;
  return (
    <>
      {codes.length > 0 && <Codes {...props} codes={codes} />}
      <Loaded
        query={query}
        waiting={repeat(codesPerPage, (index) => <Skeleton key={index} className="my-3 h-11" />)}
        inside
      >
        {() => null}
      </Loaded>
      <Pager page={page} pages={Math.ceil(line.nCodes / codesPerPage)} onPage={setPage} />
    </>
  );
}

interface OrderCodesProps {
  orderId: string;
  line: OrderLine;
  opened: RevealedCodes;
  /** The primary action of the page. */
  lead?: boolean;
  /** In a list row, which has its own card art. */
  brief?: boolean;
}

/** The codes of an order line and how to redeem them; many codes are collapsed. */
export function OrderCodes({
  orderId,
  line,
  opened,
  lead = false,
  brief = false,
}: OrderCodesProps) {
  const [wanted, setWanted] = useState(lead);
  const [shown, setShown] = useState(false);
  if (line.nCodes === 0) return null;
  const uncovered = shown || line.aCardCode.some(({ _id }) => opened.open.has(_id));
  const codes = { orderId, line, opened, lead, brief, onShown: () => setShown(true) };
  return (
    <>
      {showsCards(line) ? (
        <div className="pb-4">
          <Codes {...codes} codes={line.aCardCode} />
        </div>
      ) : (
        <Disclosure
          summary={text('orders.codesCount', { count: line.nCodes })}
          open={lead}
          onOpen={() => setWanted(true)}
        >
          {wanted && <PagedCodes {...codes} />}
        </Disclosure>
      )}
      {line.sRedeem && (
        <Disclosure summary={text('orders.redeem')} open={uncovered}>
          <Prose>{line.sRedeem}</Prose>
        </Disclosure>
      )}
    </>
  );
}
