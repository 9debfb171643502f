/** Threads that wait for nobody. */

import { useAddressState } from '@giftlane/client/address-state.ts';
import type { Answer } from '@giftlane/client/api.ts';
import type { ThreadState } from '@giftlane/contract/office/messages.ts';
import { text } from '@giftlane/texts/text.ts';
import { Tabs } from '@giftlane/ui/controls/tabs.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { Link } from 'react-router';
import { Age } from '../../list/age.tsx';
import { type Column, List } from '../../list/list.tsx';
import { useList } from '../../list/use-list.ts';
import { subjectOf } from './thread.ts';

type Row = Answer<'GET /office/messages'>['data']['aRows'][number];

const columns: readonly Column<Row>[] = [
  {
    id: 'subject',
    header: text('office.messages.subject'),
    cell: (row) => (
      <Link to={`/queues/messages/${row._id}`} className="text-leaf">
        {subjectOf(row)}
      </Link>
    ),
  },
  {
    id: 'from',
    header: text('office.messages.from'),
    cell: ({ sName, sEmail }) => (sName ? `${sName}, ${sEmail}` : sEmail),
  },
  {
    id: 'moved',
    header: text('office.messages.moved'),
    figure: true,
    cell: ({ dMovedAt }) => <Age at={dMovedAt} />,
  },
];

const tabs = [
  { value: 'answered', label: text('office.messages.tab.answered') },
  { value: 'closed', label: text('office.messages.tab.closed') },
];

/** Answered and closed threads, newest first. */
export function DoneMessages() {
  const [{ eState }, change] = useAddressState<{ eState: ThreadState }>(
    (params) => ({ eState: params.get('state') === 'closed' ? 'closed' : 'answered' }),
    (state) => new URLSearchParams({ state: state.eState }),
  );
  const list = useList('GET /office/messages', { eState });
  return (
    <Page title={text('office.messages.done')}>
      <Tabs
        tabs={tabs}
        value={eState}
        onChange={(value) => change({ eState: value === 'closed' ? 'closed' : 'answered' })}
        label={text('office.messages.done')}
      >
        <List
          list={list}
          columns={columns}
          idOf={({ _id }) => _id}
          label={text('office.messages.done')}
          empty={text('office.messages.noneDone')}
        />
      </Tabs>
    </Page>
  );
}
