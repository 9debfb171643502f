/** Corrections: asked for by one person, booked by another one. */
import { send } from '@giftlane/client/api.ts';
import { formatMoment } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { useState } from 'react';
import { column } from '../../list/column.tsx';
import { type Column, List } from '../../list/list.tsx';
import { type RowOf, useList } from '../../list/use-list.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { useMay } from '../../session.ts';
import { AskCorrection } from './ask-correction.tsx';
import { Postings } from './postings.tsx';

type Row = RowOf<'GET /office/ledger/corrections'>;

function Decisions({ row: { _id: id, bMine } }: { row: Row }) {
  const params = { id };
  if (!useMay('ledger.correct')) return text('office.correction.waits');
  return (
    <span className="flex gap-2">
      {!bMine && (
        <ActionButton
          size="small"
          act={() => send('POST /office/ledger/corrections/{id}/book', { params })}
          changes={['GET /office/ledger/corrections']}
        >
          {text('office.correction.book')}
        </ActionButton>
      )}
      <ActionButton
        size="small"
        look="danger"
        act={() => send('POST /office/ledger/corrections/{id}/reject', { params })}
        changes={['GET /office/ledger/corrections']}
      >
        {text('office.correction.reject')}
      </ActionButton>
    </span>
  );
}

function Outcome({ row }: { row: Row }) {
  const name = row.sDecidedBy ?? '';
  if (row.sDecision === 'booked') return text('office.correction.booked', { name });
  if (row.sDecision === 'rejected') return text('office.correction.rejected', { name });
  return <Decisions row={row} />;
}

const columns: Column<Row>[] = [
  column(text('office.correction.reason'), 'sReason'),
  column(text('office.ledger.postings'), ({ aPostings }) => <Postings postings={aPostings} />),
  column(
    text('office.ledger.when'),
    ({ dCreatedAt, sAskedBy }) => `${formatMoment(dCreatedAt)} · ${sAskedBy}`,
    'wide',
  ),
  column(text('office.correction.outcome'), (row) => <Outcome row={row} />),
];

/** All corrections, and the form for a new one. */
export function Corrections() {
  const [asking, setAsking] = useState(false);
  const list = useList('GET /office/ledger/corrections', {});
  const may = useMay('ledger.correct');
  return (
    <Page
      title={text('office.nav.corrections')}
      intro={text('office.correction.intro')}
      action={
        may &&
        !asking && (
          <Button look="primary" onClick={() => setAsking(true)}>
            {text('office.correction.new')}
          </Button>
        )
      }
    >
      {asking && <AskCorrection onDone={() => setAsking(false)} />}
      <List
        list={list}
        label={text('office.nav.corrections')}
        columns={columns}
        empty={text('office.correction.none')}
      />
    </Page>
  );
}
