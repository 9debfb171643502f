import { text } from '@giftlane/contract/messages.ts';
import type { listCodes, Order } from '@giftlane/contract/orders.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { send } from '../lib/api.ts';
import { messageOf, Unreachable } from '../lib/api-error.ts';
import { Button } from '../ui/button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { Pager } from '../ui/pager.tsx';
import { repeat, Skeleton } from '../ui/skeleton.tsx';
import { Failed } from '../ui/state.tsx';
import { type CardCode, CodeReveal, copyCodes } from './code-reveal.tsx';

type OrderLine = Order['aCartData'][number];

/** So few that folding them away would only be in the way. */
const fewCodes = 3;
const codesPerPage = 10;

function Codes({ orderId, codes }: { orderId: string; codes: readonly CardCode[] }) {
  const [open, setOpen] = useState<ReadonlyMap<string, string>>(new Map());
  // In the order they stand in, not in that of the presses.
  const shown = codes.flatMap(({ _id }) => open.get(_id) ?? []);
  return (
    <>
      <ul aria-label={text('orders.codes')}>
        {codes.map((code) => (
          <CodeReveal
            key={code._id}
            orderId={orderId}
            code={code}
            onShown={(content) => setOpen((before) => new Map(before).set(code._id, content))}
          />
        ))}
      </ul>
      {shown.length > 1 && (
        <Button size="small" className="mt-2" onClick={() => void copyCodes(shown)}>
          <Copy aria-hidden="true" className="size-4" />
          {text('orders.codes.copyShown', { count: shown.length })}
        </Button>
      )}
    </>
  );
}

/** The codes of a line that has more than a list carries, page by page. */
function PagedCodes({ orderId, line }: { orderId: string; line: OrderLine }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['orders', 'codes', orderId, line._id, page],
    queryFn: async ({ signal }) =>
      (
        await send<typeof listCodes>('GET /transactions/{id}/codes', {
          params: { id: orderId },
          query: { line: line._id, page, limit: codesPerPage },
          signal,
        })
      ).data,
    placeholderData: keepPreviousData,
  });
  // Without a network the first codes stand there as the order's own list had them.
  const known = error instanceof Unreachable && page === 1 ? line.aCardCode : [];
  const codes = data ?? known;
  return (
    <>
      {codes.length > 0 && <Codes orderId={orderId} codes={codes} />}
      {data === undefined &&
        (error ? (
          <Failed inside message={messageOf(error)} onRetry={() => void refetch()} />
        ) : (
          repeat(codesPerPage, (index) => <Skeleton key={index} className="my-3 h-11" />)
        ))}
      <Pager page={page} pages={Math.ceil(line.nCodes / codesPerPage)} onPage={setPage} />
    </>
  );
}

/** The codes of one order line; many are folded away until they are wanted. */
export function OrderCodes({ orderId, line }: { orderId: string; line: OrderLine }) {
  const [wanted, setWanted] = useState(false);
  if (line.nCodes === 0) return null;
  if (line.nCodes <= fewCodes) return <Codes orderId={orderId} codes={line.aCardCode} />;
  return (
    <Disclosure
      summary={text('orders.codesCount', { count: line.nCodes })}
      onOpen={() => setWanted(true)}
    >
      {wanted && <PagedCodes orderId={orderId} line={line} />}
    </Disclosure>
  );
}
