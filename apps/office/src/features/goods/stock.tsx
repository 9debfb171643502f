/** The stock: codes by card and by batch, and those that were taken out. */

import { send } from '@giftlane/client/api.ts';
import { sendForFile } from '@giftlane/client/api-files.ts';
import { formatFace, fromWire } from '@giftlane/contract/money/money.ts';
import { text } from '@giftlane/texts/text.ts';
import { saveFile } from '@giftlane/ui/browser/save-file.ts';
import { Button, ButtonLink } from '@giftlane/ui/controls/button.tsx';
import { Tabs } from '@giftlane/ui/controls/tabs.tsx';
import { SearchBox } from '@giftlane/ui/form/search-box.tsx';
import { Badge } from '@giftlane/ui/layout/badge.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ageColumn, column } from '../../list/column.tsx';
import { type Column, List } from '../../list/list.tsx';
import { type RowOf, useList } from '../../list/use-list.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { count } from '../../parts/count.ts';
import { RemovalDialog, type Scope } from './removal-dialog.tsx';
import { renewStock } from './renew.ts';

type Card = RowOf<'GET /office/stock'>;
type Batch = RowOf<'GET /office/stock/batches'>;
type Removal = RowOf<'GET /office/stock/removals'>;
type Counts = Partial<Record<'nFree' | 'nReserved' | 'nSold' | 'nVoid' | 'nExpired', number>>;

/** Counts, of which a zero is quiet. */
const counts = <Row extends Counts>(names: readonly (keyof Counts)[]): Column<Row>[] =>
  names.map((name) =>
    column(
      headers[name],
      (row) => <span className={row[name] ? undefined : 'text-soft'}>{count(row[name] ?? 0)}</span>,
      'figure',
    ),
  );

const headers = {
  nFree: text('office.goods.free'),
  nReserved: text('office.goods.reserved'),
  nSold: text('office.goods.sold'),
  nVoid: text('office.goods.void'),
  nExpired: text('office.goods.expired'),
} as const;

const faceOf = ({ sTitle, nValue, eCurrency }: Card) =>
  `${sTitle} ${formatFace(fromWire(nValue), eCurrency)}`;

type Take = (scope: Scope) => void;

const take = <Row extends { nFree: number }>(
  onTake: Take,
  scopeOf: (row: Row) => Scope,
): Column<Row> =>
  column(
    text('office.goods.actions'),
    (row) =>
      row.nFree > 0 && (
        <Button size="small" look="quiet" onClick={() => onTake(scopeOf(row))}>
          {text('office.goods.takeOut')}
          <span className="sr-only"> {scopeOf(row).title}</span>
        </Button>
      ),
  );

function Cards({ onTake }: { onTake: Take }) {
  const [params, setParams] = useSearchParams();
  const [sSearch, iBrandId] = [params.get('q') ?? '', params.get('brand') ?? ''];
  const list = useList('GET /office/stock', {
    ...(sSearch && { sSearch }),
    ...(iBrandId && { iBrandId }),
  });
  const columns: readonly Column<Card>[] = [
    column(text('office.goods.card'), (card) => (
      <span title={card._id}>
        <span className="font-medium">{faceOf(card)}</span>{' '}
        {card.bRetired && <Badge tone="plain">{text('office.goods.retired')}</Badge>}
      </span>
    )),
    ...counts<Card>(['nFree', 'nReserved', 'nSold', 'nVoid', 'nExpired']),
    column(text('office.goods.cardId'), '_id', 'wide'),
    take(onTake, (card) => ({ cardId: card._id, title: faceOf(card) })),
  ];
  return (
    <>
      <div className="mb-4 max-w-form">
        <SearchBox
          label={text('office.goods.search')}
          search={sSearch}
          onSearch={(q) => setParams(q ? { q } : {}, { replace: true })}
        />
      </div>
      <List
        list={list}
        columns={columns}
        label={text('office.goods.cards')}
        empty={text('office.goods.noCards')}
      />
    </>
  );
}

function Batches({ onTake }: { onTake: Take }) {
  const list = useList('GET /office/stock/batches', {});
  const columns: readonly Column<Batch>[] = [
    column(text('office.goods.file'), ({ sSource, bUndone }) => (
      <>
        <span className="font-medium">{sSource}</span>{' '}
        {bUndone && <Badge tone="plain">{text('office.goods.state.undone')}</Badge>}
      </>
    )),
    column(text('office.goods.loaded'), ({ nLoaded }) => count(nLoaded), 'figure'),
    ...counts<Batch>(['nFree', 'nReserved', 'nSold', 'nVoid']),
    ageColumn(text('office.goods.age'), 'dLoadedAt', 'wide'),
    take(onTake, ({ _id, sSource }) => ({ batchId: _id, title: sSource })),
  ];
  return (
    <List
      list={list}
      columns={columns}
      label={text('office.goods.batches')}
      empty={text('office.goods.noBatches')}
    />
  );
}

/** What can be done with a removal now: decided by somebody else, or its file taken. */
function RemovalActions({ removal }: { removal: Removal }) {
  const { _id, bOwn, bNeedsSecond, bAccepted, bFile } = removal;
  const params = { id: _id };
  const load = async () =>
    saveFile(await sendForFile('GET /office/stock/removals/{id}/codes', { params }), 'codes.csv');
  if (bFile)
    return (
      <ActionButton size="small" act={load}>
        {text('office.goods.download')}
      </ActionButton>
    );
  if (!bNeedsSecond || bAccepted !== null) return null;
  if (bOwn) return <span className="text-soft">{text('office.goods.waitsForSecond')}</span>;
  const decide = (bAccept: boolean) => async () => {
    await send('PUT /office/stock/removals/{id}', { params, body: { bAccept } });
    await renewStock();
  };
  return (
    <span className="flex gap-1">
      <ActionButton size="small" act={decide(true)}>
        {text('office.goods.accept')}
      </ActionButton>
      <ActionButton size="small" look="quiet" act={decide(false)}>
        {text('office.goods.decline')}
      </ActionButton>
    </span>
  );
}

const removalColumns: readonly Column<Removal>[] = [
  column(text('office.goods.takenOut'), ({ eKind, sOf }) => (
    <>
      <span className="font-medium">{sOf}</span>{' '}
      {eKind === 'export' && <Badge tone="attention">{text('office.goods.export')}</Badge>}
    </>
  )),
  column(text('office.goods.codes'), ({ nRemoved, nAsked }) => count(nRemoved ?? nAsked), 'figure'),
  column(text('office.goods.reason'), ({ sReason }) => <span title={sReason}>{sReason}</span>),
  column(text('office.goods.by'), ({ sAskedBy, sDecidedBy }) =>
    sDecidedBy ? text('office.goods.byBoth', { first: sAskedBy, second: sDecidedBy }) : sAskedBy,
  ),
  ageColumn(text('office.goods.age'), 'dAskedAt', 'wide'),
  column(text('office.goods.actions'), (removal) => <RemovalActions removal={removal} />),
];

const Removals = () => (
  <List
    list={useList('GET /office/stock/removals', {})}
    columns={removalColumns}
    label={text('office.goods.takenOut')}
    empty={text('office.goods.noRemovals')}
  />
);

const tabs = [
  { value: 'cards', label: text('office.goods.cards') },
  { value: 'batches', label: text('office.goods.batches') },
  { value: 'removals', label: text('office.goods.takenOut') },
];

export function Stock() {
  const [tab, setTab] = useState('cards');
  const [scope, setScope] = useState<Scope>();
  return (
    <Page
      title={text('office.nav.stock')}
      action={
        <ButtonLink look="primary" to="/imports">
          {text('office.goods.importCodes')}
        </ButtonLink>
      }
    >
      <Tabs tabs={tabs} value={tab} onChange={setTab} label={text('office.nav.stock')}>
        {tab === 'cards' && <Cards onTake={setScope} />}
        {tab === 'batches' && <Batches onTake={setScope} />}
        {tab === 'removals' && <Removals />}
      </Tabs>
      {scope && (
        <RemovalDialog
          scope={scope}
          onClose={() => setScope(undefined)}
          onAsked={(waits) => waits && setTab('removals')}
        />
      )}
    </Page>
  );
}
