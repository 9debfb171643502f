/** Sheets that were imported, and a new one. */
import { sendForData } from '@giftlane/client/api.ts';
import { sayFailure } from '@giftlane/client/query-client.ts';
import type { importKinds } from '@giftlane/contract/office/imports.ts';
import { text } from '@giftlane/texts/text.ts';
import { Badge, type Tone } from '@giftlane/ui/layout/badge.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ageColumn, column, linkColumn } from '../../list/column.tsx';
import { type Column, List } from '../../list/list.tsx';
import { type RowOf, useList } from '../../list/use-list.ts';
import { count } from '../../parts/count.ts';
import { FileButton } from '../../parts/file-button.tsx';
import { useMay } from '../../session.ts';

type Row = RowOf<'GET /office/imports'>;
type Kind = (typeof importKinds)[number];

export const kinds: Readonly<Record<Kind, string>> = {
  catalogue: text('office.goods.kind.catalogue'),
  codes: text('office.goods.kind.codes'),
};

const states: Readonly<Record<Row['eState'], readonly [Tone, string]>> = {
  checking: ['waiting', text('office.goods.state.checking')],
  checked: ['info', text('office.goods.state.checked')],
  loading: ['waiting', text('office.goods.state.loading')],
  loaded: ['success', text('office.goods.state.loaded')],
  undone: ['plain', text('office.goods.state.undone')],
  dropped: ['plain', text('office.goods.state.dropped')],
};

export const StateBadge = ({ state }: { state: Row['eState'] }) => (
  <Badge tone={states[state][0]}>{states[state][1]}</Badge>
);

const columns: readonly Column<Row>[] = [
  linkColumn(
    text('office.goods.file'),
    ({ _id }) => `/imports/${_id}`,
    ({ sName }) => sName,
  ),
  column(text('office.goods.kind'), ({ eKind }) => kinds[eKind]),
  column(text('office.goods.state'), ({ eState }) => <StateBadge state={eState} />),
  column(text('office.goods.lines'), ({ nTotal }) => count(nTotal), 'figure'),
  column(text('office.goods.by'), 'sBy', 'wide'),
  ageColumn(text('office.goods.age'), 'dCreatedAt'),
];

function Upload({ kind }: { kind: Kind }) {
  const navigate = useNavigate();
  const [file, setFile] = useState<File>();
  const send = async (chosen: File) => {
    setFile(chosen);
    try {
      const { _id } = await sendForData('POST /office/imports/{kind}', {
        params: { kind },
        query: { sName: chosen.name.slice(0, 200) },
        body: chosen,
      });
      await navigate(`/imports/${_id}`);
    } finally {
      setFile(undefined);
    }
  };
  return (
    <FileButton
      label={text(kind === 'codes' ? 'office.goods.chooseCodes' : 'office.goods.chooseCatalogue')}
      accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
      busy={file !== undefined}
      primary={kind === 'codes'}
      onFile={(chosen) => void send(chosen).catch(sayFailure)}
    />
  );
}

export function Imports() {
  const list = useList('GET /office/imports', {});
  const [mayCatalogue, mayCodes] = [useMay('catalogue.edit'), useMay('stock.edit')];
  return (
    <Page
      title={text('office.nav.imports')}
      intro={text('office.goods.imports.intro')}
      action={
        <div className="flex flex-wrap items-center gap-2">
          {mayCatalogue && <Upload kind="catalogue" />}
          {mayCodes && <Upload kind="codes" />}
        </div>
      }
    >
      <List
        list={list}
        columns={columns}
        label={text('office.nav.imports')}
        empty={text('office.goods.noImports')}
      />
    </Page>
  );
}
