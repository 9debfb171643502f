import type { Answer } from '@giftlane/client/api.ts';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { apiPageQuery } from '@giftlane/client/queries.ts';
import { text } from '@giftlane/texts/text.ts';
import { Pager } from '@giftlane/ui/controls/pager.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { column, momentColumn } from '../../list/column.tsx';
import { type Column, RowSkeletons, Table } from '../../list/list.tsx';
import { moneyText } from '../../list/money.ts';
import { Nothing } from '../../parts/figures.tsx';

type Movement = Answer<'GET /office/members/{id}/movements'>['data'][number];

const columns: readonly Column<Movement>[] = [
  momentColumn(text('office.orders.at'), 'dCreatedAt'),
  column(text('office.orders.what'), 'sDescription'),
  column(text('office.orders.order'), ({ sBrands, sOrderId }) => sBrands || sOrderId, 'wide'),
  column(
    text('office.orders.total'),
    ({ sType, nTotalAmount, eCurrency }) =>
      `${sType === 'debit' ? '−' : ''}${moneyText(nTotalAmount, eCurrency)}`,
    'figure',
  ),
];

const limit = 25;

/** The movements of a member's wallet, as the member sees them. */
export function Statement({ id }: { id: string }) {
  const [page, setPage] = useState(1);
  const query = useQuery(
    apiPageQuery('GET /office/members/{id}/movements', { params: { id }, query: { page, limit } }),
  );
  return (
    <Loaded query={query} waiting={<RowSkeletons />}>
      {({ items, total }) =>
        items.length === 0 ? (
          <Nothing>{text('office.member.noMovements')}</Nothing>
        ) : (
          <>
            <Table label={text('office.member.statement')} rows={items} columns={columns} />
            <Pager page={page} pages={Math.ceil(total / limit)} onPage={setPage} />
          </>
        )
      }
    </Loaded>
  );
}
