/** The queue of codes that do not work. */
import { text } from '@giftlane/texts/text.ts';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { type RowOf, useList } from '../../list/use-list.ts';
import { QueuePage } from '../../queue/queue-page.tsx';
import { ClaimCase } from './case.tsx';
import { met } from './decisions.tsx';
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

/** Links to claims that were met in this tab. */
function Met() {
  const claims = useSyncExternalStore(met.subscribe, met.read);
  if (claims.length === 0) return null;
  return (
    <>
      {text('office.claim.met')}{' '}
      {claims.map(({ id, serial }) => (
        <Link key={id} to={`/queues/claims/${id}`} className="me-2 underline">
          {serial}
        </Link>
      ))}
    </>
  );
}

/** Reported codes that wait for a decision, or for their buyer's answer. */
export const Claims = () => (
  <QueuePage
    queue="claims"
    title={text('office.today.claims')}
    list={useList('GET /office/claims', {})}
    rowOf={rowOf}
    empty={text('office.claim.empty')}
    beside={<Met />}
  >
    {(id) => <ClaimCase id={id} />}
  </QueuePage>
);
