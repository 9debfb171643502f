/** The queue of codes that do not work. */
import { text } from '@giftlane/texts/text.ts';
import { type RowOf, useList } from '../../list/use-list.ts';
import { QueuePage } from '../../queue/queue-page.tsx';
import { ClaimCase } from './case.tsx';
import { Due } from './due.tsx';
import { reasonWords } from './words.ts';

const rowOf = (row: RowOf<'GET /office/claims'>) => ({
  id: row._id,
  title: `${row.sTitle} · ${row.sSerial}`,
  detail: (
    <>
      {row.eState === 'asked' ? text('office.claim.state.asked') : reasonWords[row.eReason]} ·{' '}
      <Due at={row.dDueAt} />
    </>
  ),
});

/** Reported codes that wait for a decision, or for their buyer's answer. */
export const Claims = () => (
  <QueuePage
    queue="claims"
    title={text('office.today.claims')}
    list={useList('GET /office/claims', {})}
    rowOf={rowOf}
    empty={text('office.claim.empty')}
  >
    {(id) => <ClaimCase id={id} />}
  </QueuePage>
);
