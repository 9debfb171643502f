/** The trial balance of a day, and the month's figures as a file. */
import type { Answer } from '@giftlane/client/api.ts';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { apiQuery } from '@giftlane/client/queries.ts';
import { text } from '@giftlane/texts/text.ts';
import { buttonClass } from '@giftlane/ui/controls/button.tsx';
import { TextField } from '@giftlane/ui/form/field.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { column } from '../../list/column.tsx';
import { type Column, RowSkeletons, Table } from '../../list/list.tsx';
import { RowLink } from '../../parts/figures.tsx';

type Row = Answer<'GET /office/ledger/balance'>['data'][number];

const columns: Column<Row>[] = [
  column(text('office.ledger.account'), ({ sAccount, sCurrency }) =>
    sAccount.startsWith('house:') ? (
      <RowLink to={`/ledger/journals?account=${sAccount}:${sCurrency}`}>{sAccount}</RowLink>
    ) : (
      sAccount
    ),
  ),
  column(text('office.correction.currency'), ({ sCurrency }) => sCurrency.toUpperCase()),
  column(text('office.ledger.moved'), ({ sMoved }) => sMoved.replace('-', '−'), 'figure'),
  column(text('office.ledger.balance'), ({ sBalance }) => sBalance.replace('-', '−'), 'figure'),
];

/** Balances of all accounts at the end of a day, `?day=` of the address. */
export function TrialBalance() {
  const [search, setSearch] = useSearchParams();
  const day = search.get('day') ?? new Date().toISOString().slice(0, 10);
  const query = useQuery({
    ...apiQuery('GET /office/ledger/balance', { query: { dDay: day } }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title={text('office.nav.ledger')}
      action={
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            label={text('office.ledger.day')}
            type="date"
            value={day}
            onChange={({ target }) =>
              target.value && setSearch({ day: target.value }, { replace: true })
            }
          />
          <a
            className={buttonClass({})}
            href={`/api/v1/office/ledger/months/${day.slice(0, 7)}`}
            download
          >
            {text('office.ledger.month')}
          </a>
        </div>
      }
    >
      <Loaded query={query} waiting={<RowSkeletons />}>
        {(rows) =>
          rows.length === 0 ? (
            <p className="text-soft">{text('office.ledger.none')}</p>
          ) : (
            <Table
              label={text('office.nav.ledger')}
              columns={columns}
              rows={rows}
              idOf={({ sAccount, sCurrency }) => `${sAccount}:${sCurrency}`}
            />
          )
        }
      </Loaded>
    </Page>
  );
}
