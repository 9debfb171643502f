/** The trial balance of a day, and the month's figures as a file. */
import type { Answer } from '@giftlane/client/api.ts';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { apiQuery } from '@giftlane/client/queries.ts';
import { text } from '@giftlane/texts/text.ts';
import { buttonClass } from '@giftlane/ui/controls/button.tsx';
import { TextField } from '@giftlane/ui/form/field.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { type Column, RowSkeletons, Table } from '../../list/list.tsx';

type Row = Answer<'GET /office/ledger/balance'>['data'][number];

const columns: Column<Row>[] = [
  {
    id: 'account',
    header: text('office.ledger.account'),
    cell: ({ sAccount, sCurrency }) =>
      sAccount.startsWith('house:') ? (
        <Link to={`/ledger/journals?account=${sAccount}:${sCurrency}`}>{sAccount}</Link>
      ) : (
        sAccount
      ),
  },
  {
    id: 'currency',
    header: text('office.correction.currency'),
    cell: ({ sCurrency }) => sCurrency.toUpperCase(),
  },
  {
    id: 'moved',
    header: text('office.ledger.moved'),
    cell: ({ sMoved }) => sMoved.replace('-', '−'),
    figure: true,
  },
  {
    id: 'balance',
    header: text('office.ledger.balance'),
    cell: ({ sBalance }) => sBalance.replace('-', '−'),
    figure: true,
  },
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
