/** The issues of the newsletter. */
import { text } from '@giftlane/texts/text.ts';
import { ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { column, linkColumn, momentColumn } from '../../list/column.tsx';
import { type Column, List } from '../../list/list.tsx';
import { type RowOf, useList } from '../../list/use-list.ts';
import { progressOf } from './progress.ts';

type Row = RowOf<'GET /office/newsletter'>;

const columns: readonly Column<Row>[] = [
  linkColumn(
    text('office.newsletter.subject'),
    ({ _id }) => `/newsletter/${_id}`,
    ({ sSubject }) => sSubject,
  ),
  column(text('office.newsletter.sender'), 'sSender'),
  momentColumn(text('office.newsletter.created'), 'dCreatedAt', 'figure', 'wide'),
  column(text('office.newsletter.sent'), progressOf, 'figure'),
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
        label={text('office.nav.newsletter')}
        empty={text('office.newsletter.none')}
      />
    </Page>
  );
}
