/** Threads that wait for nobody. */

import { useAddressState } from '@giftlane/client/address-state.ts';
import type { ThreadState } from '@giftlane/contract/office/messages.ts';
import { text } from '@giftlane/texts/text.ts';
import { Tabs } from '@giftlane/ui/controls/tabs.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { ageColumn, column, linkColumn } from '../../list/column.tsx';
import { type Column, List } from '../../list/list.tsx';
import { type RowOf, useList } from '../../list/use-list.ts';
import { subjectOf } from './thread.ts';

type Row = RowOf<'GET /office/messages'>;

const columns: readonly Column<Row>[] = [
  linkColumn<Row>(
    text('office.messages.subject'),
    ({ _id }) => `/queues/messages/${_id}`,
    subjectOf,
  ),
  column(text('office.messages.from'), ({ sName, sEmail }) =>
    sName ? `${sName}, ${sEmail}` : sEmail,
  ),
  ageColumn(text('office.messages.moved'), 'dMovedAt'),
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
          label={text('office.messages.done')}
          empty={text('office.messages.noneDone')}
        />
      </Tabs>
    </Page>
  );
}
