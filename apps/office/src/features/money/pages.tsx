/** The queues of money. */
import { apiQuery } from '@giftlane/client/queries.ts';
import type { Queue } from '@giftlane/contract/office/cases.ts';
import { text } from '@giftlane/texts/text.ts';
import type { ComponentProps } from 'react';
import { useList } from '../../list/use-list.ts';
import { QueuePage } from '../../queue/queue-page.tsx';
import { CaseShown, rowOf } from './case.tsx';
import { disputeWays, jobWays, refundWays, transferWays, unmatchedWays } from './ways.ts';

type MoneyQueue = Extract<Queue, 'refunds' | 'unmatched' | 'disputes' | 'transfers' | 'jobs'>;
type WaysOf = ComponentProps<typeof CaseShown>['waysOf'];

/** All queues of money answer alike. */
const moneyQueue = (queue: MoneyQueue, title: string, waysOf: WaysOf) => () => (
  <QueuePage
    queue={queue}
    title={title}
    list={useList(`GET /office/${queue}` as 'GET /office/refunds', {})}
    rowOf={rowOf}
    empty={text('office.money.empty')}
  >
    {(id) => {
      const route = `GET /office/${queue}/{id}` as 'GET /office/refunds/{id}';
      return <CaseShown query={apiQuery(route, { params: { id } })} waysOf={waysOf} />;
    }}
  </QueuePage>
);

/** Refunds the provider refused. */
export const Refunds = moneyQueue('refunds', text('office.today.openRefunds'), refundWays);
/** Money that fits nothing. */
export const Unmatched = moneyQueue('unmatched', text('office.today.unmatched'), unmatchedWays);
/** What the card provider took back. */
export const Disputes = moneyQueue('disputes', text('office.today.disputes'), disputeWays);
/** Coin transfers that wait. */
export const Transfers = moneyQueue('transfers', text('office.today.transfers'), transferWays);
/** Failed jobs. */
export const Jobs = moneyQueue('jobs', text('office.today.jobs'), jobWays);
