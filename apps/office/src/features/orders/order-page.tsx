import { Loaded } from '@giftlane/client/loaded.tsx';
import { apiQuery } from '@giftlane/client/queries.ts';
import { text } from '@giftlane/texts/text.ts';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { RowSkeletons } from '../../list/list.tsx';
import { Facts, Moment, RowLink, Section } from '../../parts/figures.tsx';
import { Codes } from './codes.tsx';
import { Lines } from './lines.tsx';
import { Journals, MoneyStory, Payments, Reveals, Timeline } from './story.tsx';
import { type OfficeOrder, OrderState } from './words.tsx';

const Member = ({ order }: { order: OfficeOrder }) => (
  <Section title={text('office.order.member')}>
    <p className="text-15 wrap-anywhere">
      <RowLink to={`/members/${order.oMember._id}`}>
        {order.oMember.sName || order.oMember._id}
      </RowLink>
    </p>
    <p className="mb-3 text-15 wrap-anywhere text-soft">{order.oMember.sEmail}</p>
    <Facts
      facts={[
        [text('office.order.clientId'), order.sClientId],
        [text('office.order.failReason'), order.sFailReason],
        [text('office.order.notice'), order.sNotice],
      ]}
    />
  </Section>
);

const Whole = ({ order }: { order: OfficeOrder }) => (
  <div className="gap-x-10 xl:grid xl:grid-cols-[minmax(0,1fr)_20rem] xl:grid-rows-[auto_1fr]">
    <div className="min-w-0 gap-x-10 md:grid md:grid-cols-2 xl:col-start-2 xl:block">
      <Member order={order} />
      <MoneyStory order={order} />
    </div>
    <div className="min-w-0 xl:col-start-1 xl:row-span-2 xl:row-start-1">
      {order.bPaymentGone && order.eState !== 'pending' && order.eState !== 'failed' && (
        <div className="mb-6">
          <Notice tone="attention" title={text('office.order.gone')} standing />
        </div>
      )}
      <Lines order={order} />
      <Codes order={order} />
      <Payments order={order} />
      <Reveals order={order} />
      <Journals order={order} />
    </div>
    <div className="min-w-0 xl:col-start-2">
      <Timeline order={order} />
    </div>
  </div>
);

/** An order: lines and refunds, codes, money, what happened. */
export function OrderPage() {
  const { id = '' } = useParams();
  const query = useQuery(apiQuery('GET /office/orders/{id}', { params: { id } }));
  return (
    <Page
      title={text('office.order.title', { id: id.slice(-8) })}
      intro={
        query.data && (
          <span className="inline-flex flex-wrap items-center gap-3">
            <OrderState state={query.data.eState} />
            <Moment at={query.data.dCreatedAt} />
            <span className="font-code text-13 wrap-anywhere">{id}</span>
          </span>
        )
      }
    >
      <Loaded query={query} waiting={<RowSkeletons />}>
        {(order) => <Whole order={order} />}
      </Loaded>
    </Page>
  );
}
