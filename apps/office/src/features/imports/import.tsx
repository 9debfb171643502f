/** One import: how its sheet is read, what it would do line by line, loading and undoing it. */
import { type Answer, send } from '@giftlane/client/api.ts';
import { Loaded } from '@giftlane/client/loaded.tsx';
import { apiQuery } from '@giftlane/client/queries.ts';
import { queryClient } from '@giftlane/client/query-client.ts';
import { lineOutcomes, sheetEncodings } from '@giftlane/contract/office/imports.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { SelectField } from '@giftlane/ui/form/field.tsx';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { Skeleton } from '@giftlane/ui/layout/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { column } from '../../list/column.tsx';
import { type Column, List } from '../../list/list.tsx';
import { type RowOf, useList } from '../../list/use-list.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { BackLink } from '../../parts/back-link.tsx';
import { count } from '../../parts/count.ts';
import { readAnew } from '../../read-anew.ts';
import { kinds, StateBadge } from './imports.tsx';

type Import = Answer<'GET /office/imports/{id}'>['data'];
type Line = RowOf<'GET /office/imports/{id}/lines'>;

const importQuery = (id: string) => apiQuery('GET /office/imports/{id}', { params: { id } });

const changes = [
  'GET /office/imports/{id}',
  'GET /office/imports/{id}/lines',
  'GET /office/imports',
] as const;

const separators = [
  [',', text('office.goods.separator.comma')],
  [';', text('office.goods.separator.semicolon')],
  ['\t', text('office.goods.separator.tab')],
] as const;

/** What was recognised, to be corrected. */
function Reading({ sheet }: { sheet: Import }) {
  const { _id, eEncoding, eSeparator, aHead, aColumns, aKnown, aNeeded } = sheet;
  const [columns, setColumns] = useState(aColumns);
  const params = { id: _id };
  const read = async (body: object) => {
    const how = { eEncoding, eSeparator };
    await send('PUT /office/imports/{id}', { params, body: { ...how, ...body } as typeof how });
    await readAnew(...changes);
  };
  const missing = aNeeded.filter((name) => !columns.includes(name));
  return (
    <section className="mb-6 space-y-4">
      <div className="grid max-w-form grid-cols-2 gap-4">
        <SelectField
          label={text('office.goods.encoding')}
          value={eEncoding}
          onChange={({ target }) => void read({ eEncoding: target.value })}
        >
          {sheetEncodings.map((encoding) => (
            <option key={encoding}>{encoding}</option>
          ))}
        </SelectField>
        <SelectField
          label={text('office.goods.separator')}
          value={eSeparator}
          onChange={({ target }) => void read({ eSeparator: target.value })}
        >
          {separators.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      </div>
      <div className="grid gap-3 sm:grid-cols-3 xl:grid-cols-5">
        {aHead.map((head, at) => (
          <SelectField
            // biome-ignore lint/suspicious/noArrayIndexKey: a sheet's columns are known by their place.
            key={at}
            label={head || text('office.goods.column', { number: at + 1 })}
            value={columns[at] ?? ''}
            onChange={({ target }) => setColumns(columns.with(at, target.value))}
          >
            <option value="">{text('office.goods.column.none')}</option>
            {aKnown.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
        ))}
      </div>
      {missing.length > 0 && (
        <p className="text-15 text-fail">
          {text('office.goods.column.missing', { names: missing.join(', ') })}
        </p>
      )}
      <ActionButton size="small" act={() => read({ aColumns: columns })}>
        {text('office.goods.checkAgain')}
      </ActionButton>
    </section>
  );
}

const outcomes = {
  added: text('office.goods.outcome.added'),
  changed: text('office.goods.outcome.changed'),
  refused: text('office.goods.outcome.refused'),
} as const;

const columns: readonly Column<Line>[] = [
  column(text('office.goods.line'), 'nLine', 'figure'),
  column(text('office.goods.outcome'), ({ eOutcome }) => (
    <span className={eOutcome === 'refused' ? 'font-semibold text-fail' : undefined}>
      {outcomes[eOutcome]}
    </span>
  )),
  column(text('office.goods.columnOf'), 'sColumn'),
  column(text('office.goods.what'), ({ sWhat }) => <span title={sWhat}>{sWhat}</span>),
];

function Lines({ sheet }: { sheet: Import }) {
  const [chosen, choose] = useState<(typeof lineOutcomes)[number]>();
  const eOutcome = chosen ?? (sheet.nRefused > 0 ? 'refused' : undefined);
  const list = useList('GET /office/imports/{id}/lines', eOutcome ? { eOutcome } : {}, {
    id: sheet._id,
  });
  return (
    <section>
      <div className="mb-3 max-w-56">
        <SelectField
          label={text('office.goods.show')}
          value={eOutcome ?? ''}
          onChange={({ target }) =>
            choose(lineOutcomes.find((outcome) => outcome === target.value))
          }
        >
          <option value="">{text('office.goods.show.all')}</option>
          {lineOutcomes.map((outcome) => (
            <option key={outcome} value={outcome}>
              {outcomes[outcome]}
            </option>
          ))}
        </SelectField>
      </div>
      <List
        list={list}
        columns={columns}
        idOf={({ nLine, sColumn, sWhat }) => `${nLine} ${sColumn} ${sWhat}`}
        label={text('office.goods.lines')}
        empty={text('office.goods.noLines')}
      />
    </section>
  );
}

/** What can be done with it now. */
function Actions({ sheet }: { sheet: Import }) {
  const { _id, eState, nTotal, nRefused } = sheet;
  const params = { id: _id };
  const [sure, setSure] = useState(false);
  if (eState === 'loaded')
    return sure ? (
      <ActionButton
        look="danger"
        act={() => send('POST /office/imports/{id}/undo', { params })}
        changes={changes}
      >
        {text('office.goods.undo.sure')}
      </ActionButton>
    ) : (
      <Button onClick={() => setSure(true)}>{text('office.goods.undo')}</Button>
    );
  if (eState === 'undone' || eState === 'dropped') return null;
  return (
    <div className="flex flex-wrap gap-2">
      <ActionButton
        look="quiet"
        act={() => send('DELETE /office/imports/{id}', { params })}
        changes={changes}
      >
        {text('office.goods.drop')}
      </ActionButton>
      {eState === 'checked' && (
        <ActionButton
          look="primary"
          disabled={nRefused > 0 || nTotal === 0}
          act={() => send('POST /office/imports/{id}/load', { params })}
          changes={changes}
        >
          {text('office.goods.load', { count: nTotal })}
        </ActionButton>
      )}
    </div>
  );
}

function Found({ sheet }: { sheet: Import }) {
  const { eState, nAdded, nChanged, nSame, nRefused, nTotal, nDone, aNotes } = sheet;
  if (eState === 'loading')
    return (
      <div role="status" className="max-w-form">
        <p className="mb-2">
          {text('office.goods.progress', { done: count(nDone), total: count(nTotal) })}
        </p>
        <progress className="h-2 w-full accent-leaf" value={nDone} max={nTotal} />
        <p className="mt-2 text-13 text-soft">{text('office.goods.progress.hint')}</p>
      </div>
    );
  if (eState === 'checking') return <p role="status">{text('office.goods.checkingHint')}</p>;
  return (
    <div role="status" className="min-w-0 wrap-anywhere">
      <p className="tabular-nums">
        {text('office.goods.counts', {
          added: count(nAdded),
          changed: count(nChanged),
          same: count(nSame),
          refused: count(nRefused),
        })}
      </p>
      {aNotes.map((note) => (
        <p key={note} className="text-13 text-soft">
          {note}
        </p>
      ))}
      {eState === 'checked' && nRefused > 0 && (
        <div className="mt-4 max-w-prose">
          <Notice tone="attention" standing title={text('office.goods.mend')} />
        </div>
      )}
    </div>
  );
}

function Sheet({ sheet }: { sheet: Import }) {
  const { _id, eState, aHead, aColumns } = sheet;
  const busy = eState === 'checking' || eState === 'loading';
  // What the check found is another list once it is over. Each reading of it is logged.
  useEffect(() => {
    if (busy) queryClient.removeQueries({ queryKey: ['GET /office/imports/{id}/lines'] });
  }, [busy]);
  return (
    <>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-4">
        <Found sheet={sheet} />
        <Actions key={eState} sheet={sheet} />
      </div>
      {eState === 'checked' && (
        <Reading key={[_id, ...aHead, ...aColumns].join('\n')} sheet={sheet} />
      )}
      {!busy && eState !== 'dropped' && <Lines key={eState} sheet={sheet} />}
    </>
  );
}

const pollMs = 700;

export function ImportPage() {
  const { id = '' } = useParams();
  const query = useQuery({
    ...importQuery(id),
    refetchInterval: ({ state }) =>
      state.data?.eState === 'checking' || state.data?.eState === 'loading' ? pollMs : false,
  });
  const sheet = query.data;
  return (
    <Page
      title={sheet?.sName ?? text('office.goods.kind')}
      intro={
        sheet && (
          <span className="flex items-center gap-2">
            {kinds[sheet.eKind]} <StateBadge state={sheet.eState} />
          </span>
        )
      }
      back={<BackLink to="/imports">{text('office.nav.imports')}</BackLink>}
    >
      <Loaded query={query} waiting={<Skeleton className="h-64" />}>
        {(found) => <Sheet sheet={found} />}
      </Loaded>
    </Page>
  );
}
