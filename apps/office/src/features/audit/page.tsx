/** The audit log: who did and looked at what. */

import { apiQuery } from '@giftlane/client/queries.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button, buttonClass } from '@giftlane/ui/controls/button.tsx';
import { DayField } from '@giftlane/ui/form/day-field.tsx';
import { TextField } from '@giftlane/ui/form/field.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { Dialog } from '@giftlane/ui/overlay/dialog.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { column, linkColumn } from '../../list/column.tsx';
import { FilterSelect } from '../../list/filter-select.tsx';
import { type Column, List } from '../../list/list.tsx';
import { useFilters } from '../../list/use-filters.ts';
import { type RowOf, useList } from '../../list/use-list.ts';
import { Moment } from '../../parts/figures.tsx';

type Row = RowOf<'GET /office/audit'>;

const columns: readonly Column<Row>[] = [
  linkColumn(
    text('office.audit.time'),
    ({ _id }) => `/audit/${_id}`,
    ({ dAt }) => <Moment at={dAt} />,
  ),
  column(text('office.audit.who'), 'sActor'),
  column(text('office.audit.deed'), 'sDeed'),
  column(text('office.audit.subject'), ({ sSubject }) => (
    <span className="font-code text-13">{sSubject}</span>
  )),
];

const parts = ['who', 'deed', 'subject', 'day'] as const;

const namesQuery = apiQuery('GET /office/audit/names', {});

/** With what the address asks for, although nobody has done it yet. */
const withChosen = (names: readonly string[] = [], value = '') =>
  value && !names.includes(value) ? [value, ...names] : names;

const today = () => new Date().toISOString().slice(0, 10);

function Export({ onClose }: { onClose: () => void }) {
  const [from, setFrom] = useState(`${today().slice(0, 8)}01`);
  const [to, setTo] = useState(today());
  const address = `/api/v1/office/audit/export?${new URLSearchParams({ dFrom: from, dTo: to })}`;
  return (
    <Dialog
      title={text('office.audit.export')}
      intro={text('office.audit.export.text')}
      onClose={onClose}
    >
      <div className="mb-5 grid gap-4 sm:grid-cols-2">
        <DayField label={text('office.audit.from')} day={from} max={to} onDay={setFrom} />
        <DayField label={text('office.audit.to')} day={to} min={from} onDay={setTo} />
      </div>
      {from && to && (
        <a href={address} download className={buttonClass({ look: 'primary' })}>
          {text('office.audit.export')}
        </a>
      )}
    </Dialog>
  );
}

/** The log, searched by operator, deed, subject and day. */
export function Audit() {
  const [filters, change] = useFilters(parts);
  const { data: names } = useQuery(namesQuery);
  const [exporting, setExporting] = useState(false);
  const { who = '', deed = '', subject = '', day = '' } = filters;
  const list = useList('GET /office/audit', {
    sActor: who,
    sDeed: deed,
    sSubject: subject,
    ...(day && { dDay: day }),
  });
  return (
    <Page
      title={text('office.nav.audit')}
      action={
        <Button size="small" onClick={() => setExporting(true)}>
          {text('office.audit.export')}
        </Button>
      }
    >
      <search className="mb-5 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <FilterSelect
          label={text('office.audit.who')}
          options={withChosen(names?.aActors, who)}
          value={who}
          onChange={(next) => change({ who: next })}
        />
        <FilterSelect
          label={text('office.audit.deed')}
          options={withChosen(names?.aDeeds, deed)}
          value={deed}
          onChange={(next) => change({ deed: next })}
        />
        <TextField
          key={subject}
          label={text('office.audit.subject')}
          defaultValue={subject}
          maxLength={200}
          onBlur={({ target }) => change({ subject: target.value.trim() })}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        />
        <DayField
          label={text('office.audit.day')}
          day={day}
          onDay={(next) => change({ day: next })}
        />
      </search>
      <List
        list={list}
        columns={columns}
        label={text('office.nav.audit')}
        empty={text('office.audit.none')}
      />
      {exporting && <Export onClose={() => setExporting(false)} />}
    </Page>
  );
}
