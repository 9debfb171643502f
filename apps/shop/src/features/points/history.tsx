import { Loaded } from '@giftlane/client/loaded.tsx';
import { formatDate } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { Pager } from '@giftlane/ui/controls/pager.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { MovementSkeletons } from '@giftlane/ui/layout/skeleton.tsx';
import { Empty } from '@giftlane/ui/layout/state.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Direction } from '../../rooms/money/direction.tsx';
import { orderPath } from '../../rooms/orders/orders.ts';
import { EmptyReceipt } from '../../rooms/pages/drawings.tsx';
import { type PointMovement, pointHistoryQuery, pointsPerPage, pointsText } from './queries.ts';

function Movement({ movement }: { movement: PointMovement }) {
  const { nPoints, sDescription, sOrderId, dCreatedAt } = movement;
  const incoming = nPoints > 0;
  const order = orderPath(sOrderId);
  return (
    <li className="flex items-center gap-3 border-b border-line py-3 last:border-b-0">
      <Direction incoming={incoming} />
      <div className="min-w-0 grow">
        <p className="font-medium leading-snug text-balance">
          {sOrderId ? (
            <Link to={order} className="hover:underline">
              {sDescription}
            </Link>
          ) : (
            sDescription
          )}
        </p>
        <p className="text-13 text-soft">{formatDate(dCreatedAt)}</p>
      </div>
      <span className={cx('font-semibold whitespace-nowrap tabular-nums', incoming && 'text-leaf')}>
        {incoming ? '+' : '−'}
        {pointsText(Math.abs(nPoints))}
      </span>
    </li>
  );
}

function Waiting() {
  return (
    <div role="status">
      <MovementSkeletons count={4} />
      <p className="sr-only">{text('points.loading')}</p>
    </div>
  );
}

interface HistoryProps {
  page: number;
  onPage: (page: number) => void;
}

/** Points earned and spent, newest first. */
export function PointHistory({ page, onPage }: HistoryProps) {
  const query = useQuery(pointHistoryQuery(page));
  return (
    <Loaded query={query} waiting={<Waiting />}>
      {({ items, total }) =>
        total === 0 ? (
          <Empty
            drawing={<EmptyReceipt />}
            title={text('points.empty')}
            hint={text('points.empty.hint')}
            action={
              <ButtonLink to="/gift-cards" look="primary">
                {text('orders.empty.action')}
              </ButtonLink>
            }
          />
        ) : (
          <>
            <ul>
              {items.map((movement) => (
                <Movement key={movement._id} movement={movement} />
              ))}
            </ul>
            <Pager page={page} pages={Math.ceil(total / pointsPerPage)} onPage={onPage} />
          </>
        )
      }
    </Loaded>
  );
}
