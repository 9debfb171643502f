/** The queue of identity papers. */
import type { Answer } from '@giftlane/client/api.ts';
import { text } from '@giftlane/texts/text.ts';
import { Age } from '../../list/age.tsx';
import { useList } from '../../list/use-list.ts';
import { QueuePage } from '../../queue/queue-page.tsx';
import { SubmissionCase } from './case.tsx';
import { countryName } from './papers.ts';

type Row = Answer<'GET /office/identity'>['data']['aRows'][number];

const rowOf = ({ _id, sCountry, bAgain, dCreatedAt }: Row) => ({
  id: _id,
  title: countryName(sCountry),
  detail: (
    <>
      <Age at={dCreatedAt} />
      {bAgain && ` · ${text('office.identity.again')}`}
    </>
  ),
});

/** Identity papers that wait for a decision. */
export const Identity = () => (
  <QueuePage
    queue="identity"
    title={text('office.nav.identity')}
    list={useList('GET /office/identity', {})}
    rowOf={rowOf}
    empty={text('office.identity.empty')}
  >
    {(id) => <SubmissionCase id={id} />}
  </QueuePage>
);
