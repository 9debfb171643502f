import { sendForData } from '@giftlane/client/api.ts';
import { Unreachable } from '@giftlane/client/api-error.ts';
import { LoadFailed } from '@giftlane/client/load-failed.tsx';
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
import { type CardCode, CodeReveal, type OpenCode } from './code-reveal.tsx';

type OrderLine = Order['aCartData'][number];

/** So few that each is drawn as a card, and folding them away would only be in the way. */
const fewCodes = 3;
const codesPerPage = 10;

/** Whether the codes of a line are drawn as cards, with the art of the brand. */
export const areCards = ({ nCodes }: OrderLine): boolean => nCodes > 0 && nCodes <= fewCodes;

/** So many are uncovered by one call at most. */
const mostAtOnce = 20;

/** The codes of an order that were uncovered. They live in its page alone; they are in no cache and gone with it. */
export function useOpenCodes({ sOrderId, aCartData }: Order) {
  const [open, setOpen] = useState<ReadonlyMap<string, OpenCode>>(new Map());
  const lines = aCartData.filter(({ nCodes }) => nCodes > 0);
  const codes = lines.flatMap(({ aCardCode }) => aCardCode);
  return {
    orderNumber: sOrderId,
    open,
    show: (more: readonly OpenCode[]) =>
      setOpen((before) => new Map([...before, ...more.map((one) => [one._id, one] as const)])),
    /** Of several lines and all in sight: one press uncovers them, and none of them is before the others. */
    asOne: lines.length > 1 && lines.every(areCards) && codes.length <= mostAtOnce,
    codes,
  };
}

export type OpenCodes = ReturnType<typeof useOpenCodes>;

/** Which of some codes are uncovered, in the order they stand in, not in that of the presses. */
const split = (codes: readonly CardCode[], { open }: OpenCodes) => ({
  shown: codes.flatMap(({ _id }) => open.get(_id)?.sOrderContent ?? []),
  covered: codes.filter(({ _id }) => !open.has(_id)),
});

/** The one press for an order of several lines. */
export function RevealAll({ order, opened }: { order: Order; opened: OpenCodes }) {
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
  opened: OpenCodes;
  lead: boolean;
  brief: boolean;
  /** One of them is uncovered. */
  onShown: () => void;
}

function Codes({ orderId, line, codes, opened, lead, brief, onShown }: CodesProps) {
  const show = (more: readonly OpenCode[]) => {
    onShown();
    opened.show(more);
  };
  const few = areCards(line) && !brief;
  const { shown, covered } = split(codes, opened);
  return (
    <>
      {/* Another page of codes is another press. */}
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
            lead={lead && code === covered[0]}
          />
        ))}
      </ul>
    </>
  );
}

/** The codes of a line that has more than a list carries, page by page. */
function PagedCodes(props: Omit<CodesProps, 'codes'>) {
  const { orderId, line } = props;
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['orders', 'codes', orderId, line._id, page],
    queryFn: ({ signal }) =>
      sendForData('GET /transactions/{id}/codes', {
        params: { id: orderId },
        query: { line: line._id, page, limit: codesPerPage },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  // Without a network the first codes stand there as the order's own list had them.
  const known = error instanceof Unreachable && page === 1 ? line.aCardCode : [];
  const codes = data ?? known;
  return (
    <>
      {codes.length > 0 && <Codes {...props} codes={codes} />}
      {data === undefined &&
        (error ? (
          <LoadFailed inside error={error} onRetry={refetch} />
        ) : (
          repeat(codesPerPage, (index) => <Skeleton key={index} className="my-3 h-11" />)
        ))}
      <Pager page={page} pages={Math.ceil(line.nCodes / codesPerPage)} onPage={setPage} />
    </>
  );
}

interface OrderCodesProps {
  orderId: string;
  line: OrderLine;
  opened: OpenCodes;
  /** To uncover them is what the page is for. */
  lead?: boolean;
  /** Beside the art of the card already. */
  brief?: boolean;
}

/** The codes of one order line and how to redeem them; many are folded away until they are wanted. */
export function OrderCodes({
  orderId,
  line,
  opened,
  lead = false,
  brief = false,
}: OrderCodesProps) {
  const [wanted, setWanted] = useState(lead);
  // What is uncovered is about to be redeemed.
  const [shown, setShown] = useState(false);
  if (line.nCodes === 0) return null;
  const uncovered = shown || line.aCardCode.some(({ _id }) => opened.open.has(_id));
  const codes = { orderId, line, opened, lead, brief, onShown: () => setShown(true) };
  return (
    <>
      {areCards(line) ? (
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
