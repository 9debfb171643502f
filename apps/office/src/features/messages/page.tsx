/** The queue of messages to support. */
import type { Answer } from '@giftlane/client/api.ts';
import { text } from '@giftlane/texts/text.ts';
import { Link } from 'react-router';
import { Age } from '../../list/age.tsx';
import { useList } from '../../list/use-list.ts';
import { QueuePage } from '../../queue/queue-page.tsx';
import { MessageCase } from './case.tsx';
import { subjectOf } from './thread.ts';

type Row = Answer<'GET /office/messages'>['data']['aRows'][number];

const rowOf = (row: Row) => ({
  id: row._id,
  title: subjectOf(row),
  detail: (
    <>
      <Age at={row.dMovedAt} /> · <bdi>{row.sName || row.sEmail}</bdi>
    </>
  ),
});

/** Messages that wait for an answer. */
export const Messages = () => (
  <QueuePage
    queue="messages"
    title={text('office.nav.messages')}
    list={useList('GET /office/messages', { eState: 'open' })}
    rowOf={rowOf}
    empty={text('office.messages.empty')}
    beside={
      <Link to="/messages" className="text-leaf">
        {text('office.messages.done')}
      </Link>
    }
  >
    {(id) => <MessageCase id={id} />}
  </QueuePage>
);
