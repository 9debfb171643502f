/** Vouchers: a batch is made, its codes are shown once; the batches so far. */
import { send } from '@giftlane/client/api.ts';
import { isRefusal } from '@giftlane/client/api-error.ts';
import { base64url } from '@giftlane/client/base64url.ts';
import { Form, useContractForm } from '@giftlane/client/form/form.tsx';
import { currencies } from '@giftlane/contract/money/money.ts';
import { typedBatchSchema } from '@giftlane/contract/office/vouchers.ts';
import { text } from '@giftlane/texts/text.ts';
import { SelectField, TextField } from '@giftlane/ui/form/field.tsx';
import { Page } from '@giftlane/ui/layout/page.tsx';
import { useState } from 'react';
import { column, momentColumn, moneyColumn } from '../../list/column.tsx';
import { type Column, List } from '../../list/list.tsx';
import { type RowOf, useList } from '../../list/use-list.ts';
import { readAnew } from '../../read-anew.ts';
import { type Batch, MadeBatch } from './made-batch.tsx';

type Row = RowOf<'GET /office/vouchers'>;

const columns: readonly Column<Row>[] = [
  momentColumn(text('office.vouchers.made'), 'dCreatedAt'),
  column(text('office.vouchers.issuer'), 'sIssuer', 'wide'),
  moneyColumn(text('office.vouchers.value'), 'nValue', 'sCurrency'),
  column(text('office.vouchers.count'), 'nCount', 'figure'),
  column(text('office.vouchers.redeemed'), 'nRedeemed', 'figure'),
];

/** Random: the codes are made of it, so that a request that is sent again gets the same ones. */
const newKey = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

function MakeForm({ onMade }: { onMade: (batch: Batch) => void }) {
  const [sKey, setKey] = useState(newKey);
  const begin = { nCount: '', nValue: '', sCurrency: 'usd' } as const;
  const state = useContractForm(typedBatchSchema, begin, async (typed) => {
    try {
      const { data } = await send('POST /office/vouchers', { body: { ...typed, sKey } });
      onMade({ ...typed, codes: data.aCodes });
    } catch (error) {
      // The first request arrived, and its reply did not; then the numbers were changed.
      if (isRefusal(error, 'voucher.key_used')) setKey(newKey());
      throw error;
    }
    await readAnew('GET /office/vouchers');
  });
  return (
    <div className="max-w-form">
      <Form state={state} action={text('office.vouchers.make')}>
        <div className="grid gap-5 sm:grid-cols-3">
          <TextField
            {...state.field('nCount')}
            label={text('office.vouchers.count')}
            inputMode="numeric"
          />
          <TextField
            {...state.field('nValue')}
            label={text('office.vouchers.value')}
            inputMode="decimal"
          />
          <SelectField {...state.field('sCurrency')} label={text('office.vouchers.currency')}>
            {currencies.map((currency) => (
              <option key={currency} value={currency}>
                {currency.toUpperCase()}
              </option>
            ))}
          </SelectField>
        </div>
      </Form>
    </div>
  );
}

/** Makes vouchers and lists the batches. */
export function Vouchers() {
  const [made, setMade] = useState<Batch>();
  const list = useList('GET /office/vouchers', {});
  return (
    <Page title={text('office.nav.vouchers')}>
      {made ? (
        <MadeBatch batch={made} onDone={() => setMade(undefined)} />
      ) : (
        <MakeForm onMade={setMade} />
      )}
      <div data-screen-only className="mt-10">
        <h2 className="mb-2 text-17">{text('office.vouchers.batches')}</h2>
        <List
          list={list}
          columns={columns}
          label={text('office.vouchers.batches')}
          empty={text('office.vouchers.none')}
        />
      </div>
    </Page>
  );
}
