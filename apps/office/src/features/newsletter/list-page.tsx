/** The issues of the newsletter. */
import type { Answer } from '@giftlane/client/api.ts';
import { formatMoment } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { Link } from 'react-router';
import { type Column, List } from '../../list/list.tsx';
import { useList } from '../../list/use-list.ts';
import { progressOf } from './progress.ts';

type Row = Answer<'GET /office/newsletter'>['data']['aRows'][number];

const columns: readonly Column<Row>[] = [
  {
    id: 'subject',
    header: text('office.newsletter.subject'),
    cell: ({ _id, sSubject }) => (
      <Link to={`/newsletter/${_id}`} className="text-leaf">
        {sSubject}
      </Link>
    ),
  },
  { id: 'sender', header: text('office.newsletter.sender'), cell: ({ sSender }) => sSender },
  {
    id: 'created',
    header: text('office.newsletter.created'),
    figure: true,
    wide: true,
    cell: ({ dCreatedAt }) => formatMoment(dCreatedAt),
  },
  { id: 'sent', header: text('office.newsletter.sent'), figure: true, cell: progressOf },
];

/** The list of issues, newest first. */
export function Newsletter() {
  const list = useList('GET /office/newsletter', {});
  return (
    <Page
      title={text('office.nav.newsletter')}
      action={
        <ButtonLink to="/newsletter/new" look="primary">
          {text('office.newsletter.write')}
        </ButtonLink>
      }
    >
      <List
        list={list}
        columns={columns}
        idOf={({ _id }) => _id}
        label={text('office.nav.newsletter')}
        empty={text('office.newsletter.none')}
      />
    </Page>
  );
}
