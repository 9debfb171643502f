import { send } from '@giftlane/client/api.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { showOfficeCode } from '@giftlane/contract/office/orders.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { TextField } from '@giftlane/ui/form/field.tsx';
import { Dialog, DialogClose } from '@giftlane/ui/overlay/dialog.tsx';
import { useState } from 'react';
import { column } from '../../list/column.tsx';
import { type Column, List } from '../../list/list.tsx';
import { type RowOf, useList } from '../../list/use-list.ts';
import { Moment, Section } from '../../parts/figures.tsx';
import { readAnew } from '../../read-anew.ts';
import { useMay } from '../../session.ts';
import { CodeField } from '../entry/code-field.tsx';
import { codeStates, type OfficeOrder } from './words.tsx';

type Row = RowOf<'GET /office/orders/{id}/codes'>;

function ShowDialog({ id, code, onClose }: { id: string; code: Row; onClose: () => void }) {
  const [content, setContent] = useState('');
  const state = useContractForm(
    showOfficeCode.body,
    { sReason: '', sCode: '' },
    async (body) => {
      const params = { id, sCodeId: code._id };
      const { data } = await send('POST /office/orders/{id}/codes/{sCodeId}/show', {
        params,
        body,
      });
      setContent(data.sContent);
      await readAnew('GET /office/orders/{id}');
    },
    { 'factor.wrong_code': 'sCode' },
  );
  return (
    <Dialog
      onClose={onClose}
      title={text('office.codes.show', { serial: code.sSerial })}
      intro={text('office.codes.told')}
    >
      {content ? (
        <p className="font-code text-21 wrap-anywhere select-all" aria-live="polite">
          {content}
        </p>
      ) : (
        <Form
          state={state}
          action={text('office.codes.showOne')}
          beside={<DialogClose>{text('office.cancel')}</DialogClose>}
        >
          <TextField {...state.field('sReason')} autoFocus label={text('office.reason')} />
          <CodeField {...state.field('sCode')} />
        </Form>
      )}
    </Dialog>
  );
}

/** The codes of an order by their serials; one is shown for a reason and a code of the operator's app. */
export function Codes({ order: { _id: id, aLines } }: { order: OfficeOrder }) {
  const list = useList('GET /office/orders/{id}/codes', {}, { id });
  const [shown, setShown] = useState<Row>();
  const may = useMay('codes.show');
  const columns: Column<Row>[] = [
    column(text('office.codes.serial'), 'sSerial'),
    column(
      text('office.orders.what'),
      ({ sLineId }) => aLines.find(({ _id }) => _id === sLineId)?.sTitle,
    ),
    column(text('office.orders.state'), ({ eState }) => codeStates[eState]),
    column(text('office.codes.seen'), ({ dViewedAt }) => dViewedAt && <Moment at={dViewedAt} />),
    column(text('office.codes.expires'), 'dExpiresAt', 'wide'),
  ];
  if (may)
    columns.push(
      column(
        text('office.list.action'),
        (code) =>
          code.eState === 'sold' && (
            <Button
              size="small"
              look="quiet"
              className="-my-2"
              onClick={() => setShown(code)}
              aria-label={text('office.codes.show', { serial: code.sSerial })}
            >
              {text('office.codes.showOne')}
            </Button>
          ),
        'figure',
      ),
    );
  return (
    <Section title={text('office.codes.title')}>
      <List
        list={list}
        columns={columns}
        label={text('office.codes.title')}
        empty={text('office.codes.none')}
      />
      {shown && <ShowDialog id={id} code={shown} onClose={() => setShown(undefined)} />}
    </Section>
  );
}
