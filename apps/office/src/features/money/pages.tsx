/** The queues of money. */
import { apiQuery } from '@giftlane/client/queries.ts';
import { text } from '@giftlane/texts/text.ts';
import { useList } from '../../list/use-list.ts';
import { QueuePage } from '../../queue/queue-page.tsx';
import { CaseShown, rowOf } from './case.tsx';
import { disputeWays, jobWays, refundWays, transferWays, unmatchedWays } from './ways.ts';

/** Refunds the provider refused. */
export const Refunds = () => (
  <QueuePage
    queue="refunds"
    title={text('office.today.openRefunds')}
    list={useList('GET /office/refunds', {})}
    rowOf={rowOf}
    empty={text('office.money.empty')}
  >
    {(id) => (
      <CaseShown
        query={apiQuery('GET /office/refunds/{id}', { params: { id } })}
        waysOf={refundWays}
      />
    )}
  </QueuePage>
);

/** Money that fits nothing. */
export const Unmatched = () => (
  <QueuePage
    queue="unmatched"
    title={text('office.today.unmatched')}
    list={useList('GET /office/unmatched', {})}
    rowOf={rowOf}
    empty={text('office.money.empty')}
  >
    {(id) => (
      <CaseShown
        query={apiQuery('GET /office/unmatched/{id}', { params: { id } })}
        waysOf={unmatchedWays}
      />
    )}
  </QueuePage>
);

/** What the card provider took back. */
export const Disputes = () => (
  <QueuePage
    queue="disputes"
    title={text('office.today.disputes')}
    list={useList('GET /office/disputes', {})}
    rowOf={rowOf}
    empty={text('office.money.empty')}
  >
    {(id) => (
      <CaseShown
        query={apiQuery('GET /office/disputes/{id}', { params: { id } })}
        waysOf={disputeWays}
      />
    )}
  </QueuePage>
);

/** Coin transfers that wait. */
export const Transfers = () => (
  <QueuePage
    queue="transfers"
    title={text('office.today.transfers')}
    list={useList('GET /office/transfers', {})}
    rowOf={rowOf}
    empty={text('office.money.empty')}
  >
    {(id) => (
      <CaseShown
        query={apiQuery('GET /office/transfers/{id}', { params: { id } })}
        waysOf={transferWays}
      />
    )}
  </QueuePage>
);

/** Failed jobs. */
export const Jobs = () => (
  <QueuePage
    queue="jobs"
    title={text('office.today.jobs')}
    list={useList('GET /office/jobs', {})}
    rowOf={rowOf}
    empty={text('office.money.empty')}
  >
    {(id) => (
      <CaseShown query={apiQuery('GET /office/jobs/{id}', { params: { id } })} waysOf={jobWays} />
    )}
  </QueuePage>
);
