/** The queue of offered cards. */
import type { Answer } from '@giftlane/client/api.ts';
import { text } from '@giftlane/texts/text.ts';
import { Age } from '../../list/age.tsx';
import { moneyText } from '../../list/money.ts';
import { useList } from '../../list/use-list.ts';
import { QueuePage } from '../../queue/queue-page.tsx';
import { SaleCase } from './case.tsx';

type Row = Answer<'GET /office/sales'>['data']['aRows'][number];

const rowOf = ({ _id, sTitle, nCards, nTotal, sCurrency, dCreatedAt }: Row) => ({
  id: _id,
  title: sTitle,
  detail: (
    <>
      {text('office.sales.cards', { count: nCards })} · {moneyText(nTotal, sCurrency)} ·{' '}
      <Age at={dCreatedAt} />
    </>
  ),
});

/** Offered cards that wait for a decision. */
export const Sales = () => (
  <QueuePage
    queue="sales"
    title={text('office.nav.sales')}
    list={useList('GET /office/sales', {})}
    rowOf={rowOf}
    empty={text('office.sales.empty')}
  >
    {(id) => <SaleCase id={id} />}
  </QueuePage>
);
