/** Settlement files that were read, and a new one. */
import { sendForData } from '@giftlane/client/api.ts';
import { isRefusal } from '@giftlane/client/api-error.ts';
import { sayFailure } from '@giftlane/client/query-client.ts';
import { formatMoment } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { toast } from '@giftlane/ui/toasts/toast-queue.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ageColumn, column, linkColumn } from '../../list/column.tsx';
import { List } from '../../list/list.tsx';
import { type RowOf, useList } from '../../list/use-list.ts';
import { count } from '../../parts/count.ts';
import { FileButton } from '../../parts/file-button.tsx';
import { readAnew } from '../../read-anew.ts';
import { useMay } from '../../session.ts';

type Row = RowOf<'GET /office/settlements'>;

const columns = [
  linkColumn<Row>(
    text('office.settlement.file'),
    ({ _id }) => `/ledger/settlements/${_id}`,
    ({ sName }) => sName,
  ),
  column<Row>(
    text('office.settlement.period'),
    ({ dBeginsAt, dEndsAt }) => `${formatMoment(dBeginsAt)} – ${formatMoment(dEndsAt)}`,
  ),
  column<Row>(text('office.settlement.matched'), ({ nMatched }) => count(nMatched), 'figure'),
  column<Row>(
    text('office.settlement.differences'),
    ({ nDifferences }) => (
      <span className={nDifferences > 0 ? 'font-semibold text-fail' : undefined}>
        {count(nDifferences)}
      </span>
    ),
    'figure',
  ),
  column<Row>(text('office.settlement.by'), 'sBy', 'wide'),
  ageColumn<Row>(text('office.settlement.age'), 'dCreatedAt'),
];

export function Settlements() {
  const list = useList('GET /office/settlements', {});
  const may = useMay('ledger.correct');
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const read = async (file: File) => {
    setBusy(true);
    setProblem('');
    try {
      const { _id, bKnown } = await sendForData('POST /office/settlements', {
        query: { sName: file.name.slice(0, 200) },
        body: file,
      });
      if (bKnown) toast.plain(text('office.settlement.known'));
      await readAnew('GET /office/settlements');
      await navigate(`/ledger/settlements/${_id}`);
    } catch (error) {
      if (isRefusal(error, 'settlement.unreadable')) setProblem(error.message);
      else sayFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Page
      title={text('office.nav.settlements')}
      intro={text('office.settlement.intro')}
      action={
        may && (
          <FileButton
            label={text('office.settlement.choose')}
            accept=".csv,text/csv"
            busy={busy}
            primary
            onFile={(file) => void read(file)}
          />
        )
      }
    >
      {problem && (
        <div className="mb-6 max-w-prose">
          <Notice tone="failure" title={problem} />
        </div>
      )}
      <List
        list={list}
        columns={columns}
        label={text('office.nav.settlements')}
        empty={text('office.settlement.none')}
      />
    </Page>
  );
}
